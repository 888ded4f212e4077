package dev.ose.server.tenant.credential;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;

/** The IAM rule for names of policies and roles. */
final class PolicyNames {

    static final int MAX_LENGTH = 128;
    static final int MAX_ROLE = 64;

    private static final String SIGNS = "+=,.@-_";

    private PolicyNames() {}

    /** Fails with {@code Invalid}, which names the parameter. */
    static void require(String parameter, String name, int longest) {
        boolean isValid =
                !name.isEmpty() && name.length() <= longest && name.chars().allMatch(PolicyNames::isLegal);
        if (!isValid) {
            throw new FailureException(
                    new Failure.Invalid(parameter, "has 1 to " + longest + " letters, digits or " + SIGNS));
        }
    }

    private static boolean isLegal(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || SIGNS.indexOf(c) >= 0;
    }
}
