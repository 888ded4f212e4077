package dev.ose.server.tenant.credential;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.CanonicalId;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The holder of an access key with everything the data path needs, so that a request takes a single cached lookup.
 *
 * @param secretVersion grows when the secret is replaced, so that keys derived from the old one are never used
 * @param tenantStatus status of the tenant
 * @param userStatus status of the user
 * @param credentialStatus status of the credential itself
 * @param role the user's role within its tenant
 * @param limits restrictions of the user's rights; not {@code NONE} for a kind that requires some
 * @param sessionTokenDigest SHA-256, in hex, of a session's token; null for every other kind
 * @param endpoint the endpoint of the tenant's buckets
 * @param platformKey the user's own key pair on the platform; signs only requests of this user
 */
public record Identity(
        AccessKeyId accessKey,
        Secret secretKey,
        int secretVersion,
        CredentialKind kind,
        CredentialLimits limits,
        @Nullable String sessionTokenDigest,
        Status credentialStatus,
        @Nullable Instant expiresAt,
        TenantId tenant,
        Status tenantStatus,
        UserId user,
        Status userStatus,
        String userName,
        Role role,
        CanonicalId canonicalId,
        PlatformEndpoint endpoint,
        PlatformKey platformKey)
        implements Caller {

    /** The platform of its tenant. */
    public PlatformId platform() {
        return endpoint.platform();
    }

    /** Whether the token, null for none, matches this credential. */
    public boolean acceptsToken(@Nullable String token) {
        if (token == null || sessionTokenDigest == null) {
            return token == null && sessionTokenDigest == null;
        }
        return MessageDigest.isEqual(
                sessionTokenDigest.getBytes(StandardCharsets.US_ASCII),
                digestOf(token).getBytes(StandardCharsets.US_ASCII));
    }

    /** The stored digest of a session's token. */
    static String digestOf(String token) {
        return PayloadHash.Digest.of(token.getBytes(StandardCharsets.ISO_8859_1))
                .hex();
    }

    /** Whether tenant, user and credential are all active at {@code now}. */
    public boolean isActive(Instant now) {
        return tenantStatus == Status.ACTIVE
                && userStatus == Status.ACTIVE
                && credentialStatus == Status.ACTIVE
                && (expiresAt == null || now.isBefore(expiresAt));
    }

    /** The same user without regard to the state of the credential, for what runs in its name without a request. */
    public Identity ofUser() {
        return new Identity(
                accessKey,
                secretKey,
                secretVersion,
                kind,
                limits,
                sessionTokenDigest,
                Status.ACTIVE,
                null,
                tenant,
                tenantStatus,
                user,
                userStatus,
                userName,
                role,
                canonicalId,
                endpoint,
                platformKey);
    }
}
