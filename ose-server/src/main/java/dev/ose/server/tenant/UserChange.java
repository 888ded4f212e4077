package dev.ose.server.tenant;

import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A change of a user by an administrator.
 *
 * @param profile of the present profile the next one
 * @param role null if it stays
 * @param status null if it stays
 */
public record UserChange(
        UnaryOperator<UserProfile> profile,
        @Nullable Role role,
        @Nullable Status status) {

    /** Fails with {@code Invalid} if a user of that profile cannot be changed so. */
    void check(UserProfile present) {
        UserProfile _ = profile.apply(present);
    }
}
