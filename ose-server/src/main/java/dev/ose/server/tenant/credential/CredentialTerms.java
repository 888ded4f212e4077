package dev.ose.server.tenant.credential;

import dev.ose.s3.policy.MalformedPolicyException;
import dev.ose.s3.policy.Policy;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The properties of a credential that its user chooses.
 *
 * @param description human-readable, up to 256 characters
 * @param policy the inline policy of an application; null for all rights of the user
 * @param expiresAt null for never
 */
public record CredentialTerms(
        String description,
        @Nullable String policy,
        @Nullable Instant expiresAt) {

    private static final int MAX_DESCRIPTION = 256;

    /** All rights of the user, without expiry. */
    public static CredentialTerms unlimited(String description) {
        return new CredentialTerms(description, null, null);
    }

    CredentialKind kind() {
        return policy == null ? CredentialKind.USER : CredentialKind.APPLICATION;
    }

    /** Fails with {@code Invalid}, which names the field. */
    void check(Instant now) {
        if (description.length() > MAX_DESCRIPTION || description.indexOf('\0') >= 0) {
            throw invalid("description", "up to " + MAX_DESCRIPTION + " characters without NUL");
        }
        if (expiresAt != null && !expiresAt.isAfter(now)) {
            throw invalid("expiresAt", "must be in the future");
        }
        if (policy != null) {
            try {
                Policy.readNew(policy);
            } catch (MalformedPolicyException e) {
                throw invalid("policy", "is no policy that can be evaluated: " + e.reason());
            }
        }
    }

    private static FailureException invalid(String field, String rule) {
        return new FailureException(new Failure.Invalid(field, rule));
    }
}
