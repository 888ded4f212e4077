package dev.ose.server.tenant;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;

/** The rule for names of tenants and users. */
public final class Names {

    private static final int MAX_LENGTH = 64;

    private Names() {}

    /** Returns {@code name}, or fails with {@code Invalid} naming {@code field}. */
    public static String check(String field, String name) {
        if (!isUsable(name)) {
            throw new FailureException(new Failure.Invalid(
                    field, "1 to 64 letters, digits, dots, underscores or hyphens, the first a letter or digit"));
        }
        return name;
    }

    /** Whether a name follows the rule. */
    public static boolean isUsable(String name) {
        return !name.isEmpty()
                && name.length() <= MAX_LENGTH
                && isLetterOrDigit(name.charAt(0))
                && name.chars().allMatch(c -> isLetterOrDigit(c) || c == '.' || c == '_' || c == '-');
    }

    private static boolean isLetterOrDigit(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }
}
