package dev.ose.server.tenant;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who a user is, for people: no decision depends on it.
 *
 * @param displayName null if none is known
 * @param email the address as it was given, which is not verified; null if none is known
 */
public record UserProfile(
        @Nullable String displayName, @Nullable String email) {

    /** Of a user about whom nothing is known. */
    public static final UserProfile NONE = new UserProfile(null, null);

    private static final int MAX_EMAIL = 254;
    private static final Pattern DISPLAY_NAME = Pattern.compile("[^\\p{Cntrl}]{1,128}");
    private static final Pattern EMAIL = Pattern.compile("[^\\s\\p{Cntrl}@]+@[^\\s\\p{Cntrl}@]+");

    /** Fails with {@code Invalid}, which names the member. */
    public UserProfile {
        if (displayName != null && !DISPLAY_NAME.matcher(displayName).matches()) {
            throw invalid("displayName", "must have 1 to 128 characters and no control characters");
        }
        if (email != null
                && (email.length() > MAX_EMAIL || !EMAIL.matcher(email).matches())) {
            throw invalid(
                    "email", "must be an address such as ann@example.com of at most " + MAX_EMAIL + " characters");
        }
    }

    private static FailureException invalid(String member, String rule) {
        return new FailureException(new Failure.Invalid(member, rule));
    }
}
