package dev.ose.server.platform.probe;

import dev.ose.server.platform.Platform;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tests from this node, step by step, whether a platform can be used. */
public interface PlatformTest {

    /**
     * Runs all steps, also those after a failed one as far as they do not need it. Blocks on the platform, for a minute
     * at most; changes nothing there.
     */
    List<Row> run(Platform platform);

    /** The verdict of a step. */
    enum Verdict {
        OK,
        WARNING,
        FAILED,
        /** Not applicable, or a step before failed. */
        SKIPPED
    }

    /**
     * The result of a step.
     *
     * @param name what was tested
     * @param detail what was found
     * @param remedy what to do; null if nothing is to be done
     * @param took how long the step took; null if that is not known of it alone
     */
    record Row(
            String name,
            Verdict verdict,
            String detail,
            @Nullable String remedy,
            @Nullable Duration took) {}
}
