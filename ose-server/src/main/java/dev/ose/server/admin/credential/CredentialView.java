package dev.ose.server.admin.credential;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.ose.adapter.Secret;
import dev.ose.server.admin.json.SecretSerializer;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.credential.Credential;
import dev.ose.server.tenant.credential.CredentialKind;
import dev.ose.server.tenant.credential.Credentials;
import dev.ose.server.tenant.credential.LastUse;
import dev.ose.server.tenant.credential.NewCredential;
import dev.ose.server.tenant.credential.ShownCredential;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * A credential as the API shows it.
 *
 * @param policy what limits an application; absent for all rights of the user
 * @param user the name of its user; absent in the answer to the request that made the credential
 * @param lastUsed the last use that is known, to a few minutes; absent if none is
 * @param secretKey present only in the answer to the request that made the credential
 * @param replaced the former key pair; present only in the answer to a rotation
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record CredentialView(
        String accessKey,
        @Schema(format = "uuid") String userId,
        @Nullable String user,
        @Nullable String name,
        CredentialKind kind,
        Status status,
        String description,

        @JsonRawValue @Schema(types = "object", description = "A policy in IAM's language") @Nullable
        String policy,

        @Nullable Instant expiresAt,
        Instant createdAt,
        @Nullable LastUse lastUsed,

        @JsonSerialize(using = SecretSerializer.class)
        @Schema(type = "string", description = "Only in the first answer")
        @Nullable
        Secret secretKey,

        @Nullable Former replaced) {

    /**
     * The key pair in whose place another one was made.
     *
     * @param expiresAt when it ends
     */
    record Former(String accessKey, @Nullable Instant expiresAt) {}

    static CredentialView of(ShownCredential shown) {
        return of(shown.credential(), shown, null, null);
    }

    static CredentialView of(NewCredential made) {
        return of(made.credential(), null, made.secretKey(), null);
    }

    static CredentialView of(Credentials.Rotated rotated) {
        Former former = new Former(
                rotated.former().accessKey().value(), rotated.former().terms().expiresAt());
        return of(rotated.made().credential(), null, rotated.made().secretKey(), former);
    }

    private static CredentialView of(
            Credential credential,
            @Nullable ShownCredential shown,
            @Nullable Secret secretKey,
            @Nullable Former replaced) {
        return new CredentialView(
                credential.accessKey().value(),
                credential.user().toString(),
                shown == null ? null : shown.userName(),
                credential.terms().name(),
                credential.kind(),
                credential.status(),
                credential.terms().description(),
                credential.terms().policy(),
                credential.terms().expiresAt(),
                credential.createdAt(),
                shown == null ? null : shown.lastUse(),
                secretKey,
                replaced);
    }
}
