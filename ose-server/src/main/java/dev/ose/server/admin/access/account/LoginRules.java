package dev.ose.server.admin.access.account;

import dev.ose.adapter.Secret;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Names;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/** The rules for names of administrators and for new passwords. Each failure is {@code Invalid} with the field. */
public final class LoginRules {

    /** The minimum length of passwords. */
    public static final int MIN_LENGTH = 12;

    /** The maximum length of passwords. */
    public static final int MAX_LENGTH = 256;

    /** The name in the log of callers who are no administrators. */
    private static final Set<String> RESERVED = Set.of("keeper", "anonymous");

    private LoginRules() {}

    /** Whether an administrator may have that name. */
    public static boolean isName(String name) {
        return Names.isUsable(name) && !RESERVED.contains(name.toLowerCase(Locale.ROOT));
    }

    /** Returns the name of an administrator. */
    public static String checkName(String name) {
        Names.check("name", name);
        if (RESERVED.contains(name.toLowerCase(Locale.ROOT))) {
            throw new FailureException(new Failure.Invalid("name", "is reserved"));
        }
        return name;
    }

    /**
     * Returns the characters of a new password, which are not its owner's name.
     *
     * @param field where the password was sent
     */
    public static String checkPassword(String field, Secret chosen, String owner) {
        String typed = chosen.use(bytes -> new String(bytes, StandardCharsets.UTF_8));
        if (typed.length() < MIN_LENGTH || typed.length() > MAX_LENGTH) {
            throw new FailureException(
                    new Failure.Invalid(field, "must have " + MIN_LENGTH + " to " + MAX_LENGTH + " characters"));
        }
        if (typed.equalsIgnoreCase(owner)) {
            throw new FailureException(new Failure.Invalid(field, "must not be the name"));
        }
        return typed;
    }
}
