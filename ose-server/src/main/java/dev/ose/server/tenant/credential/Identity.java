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
 * Everything the data path must know about the holder of an access key, joined into one value so that a request needs
 * a single cached look-up.
 *
 * @param secretVersion grows when the secret is replaced, so that derived keys of the old one are never used
 * @param tenantStatus status of the tenant
 * @param userStatus status of the user
 * @param credentialStatus status of the credential itself
 * @param role what the user may do within its tenant
 * @param limits what narrows the user's rights; a kind that must have limits has some
 * @param sessionTokenDigest SHA-256, in hex, of the token that a session's requests carry; null for every other kind
 * @param endpoint where its tenant's buckets are
 * @param platformKey the user's own key pair on the platform; requests of nobody else are signed with it
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

    /** The platform that its tenant is on. */
    public PlatformId platform() {
        return endpoint.platform();
    }

    /** Whether a request with this token, null for none, may be one of this credential. */
    public boolean acceptsToken(@Nullable String token) {
        if (token == null || sessionTokenDigest == null) {
            return token == null && sessionTokenDigest == null;
        }
        return MessageDigest.isEqual(
                sessionTokenDigest.getBytes(StandardCharsets.US_ASCII),
                digestOf(token).getBytes(StandardCharsets.US_ASCII));
    }

    /** What is kept of a session's token. */
    static String digestOf(String token) {
        return PayloadHash.Digest.of(token.getBytes(StandardCharsets.ISO_8859_1))
                .hex();
    }

    /** Whether tenant, user and credential may all act at {@code now}. */
    public boolean isActive(Instant now) {
        return tenantStatus == Status.ACTIVE
                && userStatus == Status.ACTIVE
                && credentialStatus == Status.ACTIVE
                && (expiresAt == null || now.isBefore(expiresAt));
    }
}
