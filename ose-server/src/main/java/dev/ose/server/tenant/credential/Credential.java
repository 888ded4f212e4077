package dev.ose.server.tenant.credential;

import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A key pair without its secret.
 *
 * @param policy the inline policy; null for none
 */
public record Credential(
        AccessKeyId accessKey,
        TenantId tenant,
        UserId user,
        CredentialKind kind,
        Status status,
        String description,
        @Nullable String policy,
        @Nullable Instant expiresAt,
        Instant createdAt) {}
