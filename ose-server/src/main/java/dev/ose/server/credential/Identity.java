package dev.ose.server.credential;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.server.tenancy.CanonicalId;
import dev.ose.server.tenancy.PlatformId;
import dev.ose.server.tenancy.Status;
import dev.ose.server.tenancy.TenantId;
import dev.ose.server.tenancy.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Everything the data path must know about the holder of an access key, joined into one value so that a request needs
 * a single cached look-up.
 *
 * @param secretVersion grows when the secret is replaced, so that derived keys of the old one are never used
 * @param tenantStatus status of the tenant
 * @param userStatus status of the user
 * @param credentialStatus status of the credential itself
 * @param platformKey the user's own key pair on the platform; requests of nobody else are signed with it
 */
public record Identity(
        AccessKeyId accessKey,
        Secret secretKey,
        int secretVersion,
        CredentialKind kind,
        Status credentialStatus,
        @Nullable Instant expiresAt,
        TenantId tenant,
        Status tenantStatus,
        UserId user,
        Status userStatus,
        String userName,
        CanonicalId canonicalId,
        PlatformId platform,
        PlatformKey platformKey)
        implements Caller {

    /** Whether tenant, user and credential may all act at {@code now}. */
    public boolean isActive(Instant now) {
        return tenantStatus == Status.ACTIVE
                && userStatus == Status.ACTIVE
                && credentialStatus == Status.ACTIVE
                && (expiresAt == null || now.isBefore(expiresAt));
    }
}
