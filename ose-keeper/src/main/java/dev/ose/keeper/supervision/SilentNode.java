package dev.ose.keeper.supervision;

import dev.ose.control.NodeDiagnostics;
import dev.ose.keeper.probe.Health;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Distinguishes a busy node from a hung one after its ports have been silent for long. Clients can saturate a port, and
 * a restart would only interrupt those that are served; so a silent node is killed only if its own report shows that it
 * hangs. The report is served on a socket that clients cannot reach, by a thread of its own; without a response the
 * node counts as hung.
 */
final class SilentNode {

    /** Threads that work show progress each second. */
    private static final Duration HANGS = Duration.ofSeconds(10);

    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private SilentNode() {}

    /**
     * Whether the node's threads progress although its ports are silent. Blocks for seconds at most.
     *
     * @param directory shared by node and keeper
     */
    static boolean isBusy(Health.Silent seen, Path directory) {
        return !seen.isRefused()
                && NodeDiagnostics.stillness(directory, TIMEOUT)
                        .filter(still -> still.compareTo(HANGS) < 0)
                        .isPresent();
    }

    /** The health of a busy node. */
    static Health busy(Health.Silent seen) {
        return new Health.Degraded(
                seen.sentence() + " Its threads make progress, so it is left alone: its port or the host is"
                        + " overloaded. ose service threads shows its threads.");
    }
}
