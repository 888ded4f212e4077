package dev.ose.server.admin.credential;

import dev.ose.server.admin.json.Input;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.credential.CredentialTerms;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The request for a credential. With a policy or a scope, but not both, it is an application's, else it has all rights
 * of its user.
 *
 * @param expiresAt the expiry; never, if absent
 */
record NewCredentialRequest(
        @Nullable String name,
        @Nullable String description,

        @Schema(types = "object", description = "A policy in IAM's language") @Nullable
        JsonNode policy,

        @Nullable ApplicationScope scope,
        @Nullable Instant expiresAt) {

    CredentialTerms terms() {
        return new CredentialTerms(name, Input.description(description), document(policy, scope), expiresAt);
    }

    /** The policy that either of both states; null without any. Fails with {@code Invalid}. */
    static @Nullable String document(@Nullable JsonNode policy, @Nullable ApplicationScope scope) {
        if (policy != null && scope != null) {
            throw new FailureException(new Failure.Invalid("scope", "cannot stand beside a policy"));
        }
        if (scope != null) {
            return scope.policy();
        }
        return policy == null ? null : policy.toString();
    }
}
