package dev.ose.server.tenant;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A user as administrators see it.
 *
 * @param lastSeen the last request that is known, to a few minutes; null if none is
 */
public record ShownUser(
        User user, UserProfile profile, @Nullable Instant lastSeen) {

    /** A user just made. */
    public static ShownUser ofNew(User user) {
        return new ShownUser(user, UserProfile.NONE, null);
    }
}
