package dev.ose.server.platform.capacity;

import dev.ose.adapter.PlatformCapacity;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What this node knows of a platform's capacity.
 *
 * @param capacity as read last; null if none was ever read, or the platform no longer reports one
 * @param readAt when the platform last answered, also without figures; null if it never did
 * @param problem code of the failure of the newest attempt; empty if the platform answered
 */
public record CapacityReading(
        State state,
        @Nullable PlatformCapacity capacity,
        @Nullable Instant readAt,
        String problem) {

    /** How certain the figures are. */
    public enum State {
        /** There are no figures: the platform does not report them, or did not answer yet. */
        UNKNOWN,
        /** The figures are from the newest attempt, which is not long ago. */
        CURRENT,
        /** The figures are older: later attempts failed, or are still waiting for the platform. */
        STALE
    }
}
