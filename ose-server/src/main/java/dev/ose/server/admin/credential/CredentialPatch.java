package dev.ose.server.admin.credential;

import dev.ose.server.admin.json.Input;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.credential.CredentialTerms;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A change of a credential: what is absent stays, what is JSON's null is removed.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc7396">RFC 7396, JSON Merge Patch</a>
 */
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
                name == null ? present.name() : text("name", name),
                description == null ? present.description() : Input.description(text("description", description)),
                policy == null && scope == null
                        ? present.policy()
                        : NewCredentialRequest.document(policy == null || policy.isNull() ? null : policy, scope),
                expiresAt == null ? present.expiresAt() : time(text("expiresAt", expiresAt)));
    }

    private static @Nullable String text(String field, JsonNode value) {
        if (value.isNull()) {
            return null;
        }
        if (!value.isString()) {
            throw invalid(field, "must be a text or null");
        }
        return value.asString();
    }

    private static @Nullable Instant time(@Nullable String text) {
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeException e) {
            throw invalid("expiresAt", "must be a time such as 2027-01-31T00:00:00Z");
        }
    }

    private static FailureException invalid(String field, String rule) {
        return new FailureException(new Failure.Invalid(field, rule));
    }
}
