package dev.ose.keeper.supervision;

import dev.ose.control.LaunchReport;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Status of the node.
 *
 * @param serial grows with each change
 * @param sentence the explanation for operators
 * @param code of the present problem; absent if there is none
 * @param pid absent if there is no process or its id is not known yet
 * @param endpoints absent unless the node serves
 * @param since when this phase began
 * @param restarts unexpected endings since this keeper started
 */
public record NodeStatus(
        long serial,
        Phase phase,
        String sentence,
        @Nullable String code,
        @Nullable Long pid,
        LaunchReport.@Nullable Endpoints endpoints,
        Instant since,
        int restarts) {

    /** The node's lifecycle as seen by the keeper. */
    public enum Phase {
        /** Stopped by the operator. */
        STOPPED,
        /** Start requested, not yet serving. */
        STARTING,
        /** Serves. */
        SERVING,
        /** Shutdown requested. */
        STOPPING,
        /** Ended unexpectedly or could not start; a restart is scheduled. */
        WAITING,
        /** Cannot start until the configuration is changed. */
        HELD;

        /** Whether the phase lasts until an external event, or for long. */
        boolean isSettled() {
            return this == STOPPED || this == SERVING || this == WAITING || this == HELD;
        }
    }
}
