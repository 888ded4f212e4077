package dev.ose.server.node;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A node that is alive or was within a day.
 *
 * @param name random, the same for each start on the same data directory
 * @param version empty if unknown
 * @param lastSeenAt when it last reached the database, by the database's clock
 * @param drain the order to drain; null without one
 * @param report the last one; null if the node's build sends none
 */
public record KnownNode(
        String name,
        String version,
        State state,
        Instant startedAt,
        Instant lastSeenAt,
        @Nullable Drain drain,
        @Nullable NodeReport report) {

    /** The states of a node. */
    public enum State {
        /** Not all parts have started. */
        STARTING,
        /** Serves requests. */
        READY,
        /** Is ordered to drain, and has not seen the order or has open requests. */
        DRAINING,
        /** Is ordered to drain and has no open requests. */
        DRAINED,
        /** Completes open requests before it stops. */
        STOPPING,
        /** Stopped in order. */
        STOPPED,
        /** Neither stopped in order nor reached the database within 15 seconds. */
        LOST,
        /** Is alive and of a build that reports nothing more. */
        UNKNOWN
    }

    /**
     * An order to drain.
     *
     * @param by the name of the caller
     */
    public record Drain(Instant at, String by) {}
}
