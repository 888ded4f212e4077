package dev.ose.keeper.supervision;

import dev.ose.control.NodeReport;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How the node is.
 *
 * @param serial grows with each change
 * @param sentence what an operator should know
 * @param code of the trouble it is in; absent if it is in none
 * @param pid absent if there is no process, or nobody knows it yet
 * @param endpoints where it serves; absent if it does not
 * @param since when this phase began
 * @param restarts how often it ended by itself while this keeper watched
 */
public record NodeStatus(
        long serial,
        Phase phase,
        String sentence,
        @Nullable String code,
        @Nullable Long pid,
        NodeReport.@Nullable Endpoints endpoints,
        Instant since,
        int restarts) {

    /** Where a node is in its life, as its keeper sees it. */
    public enum Phase {
        /** Nobody wants it to run. */
        STOPPED,
        /** Asked for, not yet serving. */
        STARTING,
        /** Serves. */
        SERVING,
        /** Told to end. */
        STOPPING,
        /** Ended by itself or could not start; is started again by itself. */
        WAITING,
        /** Cannot start until somebody changes something. */
        HELD;

        /** Whether it stays so until something happens from outside, or for long. */
        boolean isSettled() {
            return this == STOPPED || this == SERVING || this == WAITING || this == HELD;
        }
    }
}
