package dev.ose.server.admin.credential;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.ose.adapter.Secret;
import dev.ose.server.admin.json.SecretSerializer;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.credential.Credential;
import dev.ose.server.tenant.credential.CredentialKind;
import dev.ose.server.tenant.credential.NewCredential;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * A credential as the API shows it.
 *
 * @param policy what limits an application; absent for all rights of the user
 * @param secretKey present only in the answer to the request that made the credential
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record CredentialView(
        String accessKey,
        CredentialKind kind,
        Status status,
        String description,

        @JsonRawValue @Schema(types = "object", description = "A policy in IAM's language") @Nullable
        String policy,

        @Nullable Instant expiresAt,
        Instant createdAt,

        @JsonSerialize(using = SecretSerializer.class)
        @Schema(type = "string", description = "Only in the first answer")
        @Nullable
        Secret secretKey) {

    static CredentialView of(Credential credential) {
        return of(credential, null);
    }

    static CredentialView of(NewCredential made) {
        return of(made.credential(), made.secretKey());
    }

    private static CredentialView of(Credential credential, @Nullable Secret secretKey) {
        return new CredentialView(
                credential.accessKey().value(),
                credential.kind(),
                credential.status(),
                credential.terms().description(),
                credential.terms().policy(),
                credential.terms().expiresAt(),
                credential.createdAt(),
                secretKey);
    }
}
