package dev.ose.server.admin.credential;

import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.MergePatch;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.credential.CredentialTerms;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A change of a credential, as {@link MergePatch} says. */
record CredentialPatch(
        @Schema(implementation = String.class) @Nullable JsonNode name,
        @Schema(implementation = String.class) @Nullable JsonNode description,

        @Schema(types = "object", description = "A policy in IAM's language") @Nullable
        JsonNode policy,

        @Nullable ApplicationScope scope,

        @Schema(implementation = Instant.class) @Nullable JsonNode expiresAt) {

    /** Whether the key pair may get more rights or time, which is worth a new one. */
    boolean changesRights() {
        return policy != null || scope != null || expiresAt != null;
    }

    /** Fails with {@code Invalid}, which names the field. */
    CredentialTerms of(CredentialTerms present) {
        return new CredentialTerms(
                name == null ? present.name() : MergePatch.text("name", name),
                description == null
                        ? present.description()
                        : Input.description(MergePatch.text("description", description)),
                policy == null && scope == null
                        ? present.policy()
                        : NewCredentialRequest.document(policy == null || policy.isNull() ? null : policy, scope),
                expiresAt == null ? present.expiresAt() : time(MergePatch.text("expiresAt", expiresAt)));
    }

    private static @Nullable Instant time(@Nullable String text) {
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeException e) {
            throw new FailureException(new Failure.Invalid("expiresAt", "must be a time such as 2027-01-31T00:00:00Z"));
        }
    }
}
