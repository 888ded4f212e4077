package dev.ose.server.tenant.credential;

import dev.ose.s3.policy.MalformedPolicyException;
import dev.ose.s3.policy.Policy;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.time.Instant;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a credential that its user chooses.
 *
 * @param name unique among the keys of its user, up to 64 characters; null for none
 * @param description human-readable, up to 256 characters
 * @param policy the inline policy of an application; null for all rights of the user
 * @param expiresAt null for never
 */
public record CredentialTerms(
        @Nullable String name,
        String description,
        @Nullable String policy,
        @Nullable Instant expiresAt) {

    private static final int MAX_DESCRIPTION = 256;
    private static final Pattern NAME = Pattern.compile("[^\\p{Cntrl}]{1,64}");

    /** All rights of the user, without expiry. */
    public static CredentialTerms unlimited(String description) {
        return new CredentialTerms(null, description, null, null);
    }

    CredentialKind kind() {
        return policy == null ? CredentialKind.USER : CredentialKind.APPLICATION;
    }

    /** Fails with {@code Invalid}, which names the field. */
    void check(Instant now) {
        if (expiresAt != null && !expiresAt.isAfter(now)) {
            throw invalid("expiresAt", "must be in the future");
        }
        checkText();
    }

    /** The same of what was not checked before; an expiry that stays may be over. */
    void checkChangeOf(CredentialTerms former, Instant now) {
        if (Objects.equals(expiresAt, former.expiresAt)) {
            checkText();
        } else {
            check(now);
        }
    }

    private void checkText() {
        if (name != null && !NAME.matcher(name).matches()) {
            throw invalid("name", "must have 1 to 64 characters and no control characters");
        }
        if (description.length() > MAX_DESCRIPTION || description.indexOf('\0') >= 0) {
            throw invalid("description", "up to " + MAX_DESCRIPTION + " characters without NUL");
        }
        if (policy != null) {
            try {
                Policy.readNew(policy);
            } catch (MalformedPolicyException e) {
                throw invalid("policy", "is no policy that can be evaluated: " + e.reason());
            }
        }
    }

    /** The same without a name. */
    CredentialTerms unnamed() {
        return new CredentialTerms(null, description, policy, expiresAt);
    }

    /** The same with another expiry. */
    CredentialTerms until(@Nullable Instant end) {
        return new CredentialTerms(name, description, policy, end);
    }

    private static FailureException invalid(String field, String rule) {
        return new FailureException(new Failure.Invalid(field, rule));
    }
}
