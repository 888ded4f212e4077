package dev.ose.keeper.supervision;

import dev.ose.control.NodeDiagnostics;
import dev.ose.keeper.probe.Health;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Tells a node that is busy from one that hangs, when its ports have been silent for long. Clients can fill a port, and another start
 * would only cut those who are served; so a node is ended for its silence only if it hangs by its own word. It gives that word over a
 * socket that no client reaches, on a thread of its own; a node that does not even do that hangs.
 */
final class SilentNode {

    /** Threads that move do so each second. */
    private static final Duration HANGS = Duration.ofSeconds(10);

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private SilentNode() {}

    /**
     * Whether the node's threads move although it does not answer. Blocks for seconds at most.
     *
     * @param directory through which node and keeper know one another
     */
    static boolean isBusy(Health.Silent seen, Path directory) {
        return !seen.isRefused()
                && NodeDiagnostics.stillness(directory, PATIENCE)
                        .filter(still -> still.compareTo(HANGS) < 0)
                        .isPresent();
    }

    /** How a busy node is. */
    static Health busy(Health.Silent seen) {
        return new Health.Degraded(
                seen.sentence() + " Its threads move, so it is left alone: its port is kept busy, or the machine"
                        + " is. ose service threads shows what it does.");
    }
}
