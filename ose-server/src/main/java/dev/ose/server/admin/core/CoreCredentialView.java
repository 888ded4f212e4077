package dev.ose.server.admin.core;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.adapter.Secret;
import dev.ose.server.admin.credential.ApplicationScope;
import dev.ose.server.admin.json.SecretSerializer;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.credential.Credential;
import dev.ose.server.tenant.credential.CredentialKind;
import dev.ose.server.tenant.credential.LastUse;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.annotation.JsonSerialize;

/**
 * A key pair. The counterparts of tenant and user on the platform have the same ids here, because those of the platform
 * are not shown.
 *
 * @param immutable whether it is the pair that each user has, which cannot be deleted
 * @param secretKey only of a new pair, and of the immutable one if the user itself asks
 * @param lastAccessDate the last use that is known, to a few minutes; absent if none is
 * @param allowedBuckets the buckets of an application
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record CoreCredentialView(
        @Schema(format = "uuid") String tenantId,
        @Schema(format = "uuid") String storageTenantId,
        String owner,
        @Schema(format = "uuid") String ownerId,
        @Schema(format = "uuid") String storageUserId,
        String canonicalUserId,
        Type type,
        boolean immutable,
        String accessKey,

        @JsonSerialize(using = SecretSerializer.class) @Schema(type = "string") @Nullable
        Secret secretKey,

        boolean active,
        Instant createdDate,
        @Nullable Instant lastAccessDate,
        @Nullable String appName,
        @Nullable List<String> allowedBuckets) {

    /** Whose rights a key pair has: all of its user's, or those of an application. */
    enum Type {
        USER,
        APP
    }

    static CoreCredentialView of(
            Credential credential, User owner, @Nullable LastUse lastUse, @Nullable Secret secretKey) {
        String tenant = credential.tenant().toString();
        String user = credential.user().toString();
        String policy = credential.terms().policy();
        return new CoreCredentialView(
                tenant,
                tenant,
                owner.name(),
                user,
                user,
                owner.canonicalId().value(),
                credential.kind() == CredentialKind.APPLICATION ? Type.APP : Type.USER,
                credential.kind() == CredentialKind.RESERVED,
                credential.accessKey().value(),
                secretKey,
                credential.status() == Status.ACTIVE,
                credential.createdAt(),
                lastUse == null ? null : lastUse.time(),
                credential.terms().name(),
                policy == null ? null : ApplicationScope.buckets(policy));
    }
}
