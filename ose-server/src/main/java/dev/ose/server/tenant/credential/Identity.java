package dev.ose.server.tenant.credential;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.Secret;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.s3.sigv4.PayloadHash;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.CanonicalId;
import dev.ose.server.tenant.PlatformLogin;
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
 * @param tenantStatus status of the tenant
 * @param endpoint the endpoint of the tenant's buckets: on its first platform, or on another one for a request there
 * @param platformKey the user's own key pair on the platform; signs only requests of this user
 */
public record Identity(
        Key key,
        TenantId tenant,
        Status tenantStatus,
        Member member,
        PlatformEndpoint endpoint,
        PlatformKey platformKey)
        implements Caller {

    /**
     * The credential.
     *
     * @param secretVersion grows when the secret is replaced, so that keys derived from the old one are never used
     * @param limits restrictions of the user's rights; not {@code NONE} for a kind that requires some
     * @param sessionTokenDigest SHA-256, in hex, of a session's token; null for every other kind
     */
    public record Key(
            AccessKeyId id,
            Secret secret,
            int secretVersion,
            CredentialKind kind,
            CredentialLimits limits,
            @Nullable String sessionTokenDigest,
            Status status,
            @Nullable Instant expiresAt) {

        /** An active credential that never expires, of a kind that has no limits and no token. */
        public static Key of(AccessKeyId id, Secret secret) {
            return new Key(id, secret, 1, CredentialKind.USER, CredentialLimits.NONE, null, Status.ACTIVE, null);
        }

        private Key lasting(CredentialLimits limits, @Nullable String sessionTokenDigest) {
            return new Key(id, secret, secretVersion, kind, limits, sessionTokenDigest, Status.ACTIVE, null);
        }

        private boolean isActive(Instant now) {
            return status == Status.ACTIVE && (expiresAt == null || now.isBefore(expiresAt));
        }
    }

    /** The user in its tenant. */
    public record Member(UserId id, String name, Role role, CanonicalId canonicalId, Status status) {}

    /** The access key of the credential. */
    public AccessKeyId accessKey() {
        return key.id();
    }

    /** Restrictions of the user's rights. */
    public CredentialLimits limits() {
        return key.limits();
    }

    /** The id of the user. */
    public UserId user() {
        return member.id();
    }

    /** The name of the user. */
    public String userName() {
        return member.name();
    }

    /** The user's role within its tenant. */
    public Role role() {
        return member.role();
    }

    /** The id of the user in S3 documents. */
    public CanonicalId canonicalId() {
        return member.canonicalId();
    }

    /** The platform that its key signs for. */
    public PlatformId platform() {
        return endpoint.platform();
    }

    /** Whether the token, null for none, matches this credential. */
    public boolean acceptsToken(@Nullable String token) {
        String expected = key.sessionTokenDigest();
        if (token == null || expected == null) {
            return token == null && expected == null;
        }
        return MessageDigest.isEqual(
                expected.getBytes(StandardCharsets.US_ASCII), digestOf(token).getBytes(StandardCharsets.US_ASCII));
    }

    /** The stored digest of a session's token. */
    static String digestOf(String token) {
        return PayloadHash.Digest.of(token.getBytes(StandardCharsets.ISO_8859_1))
                .hex();
    }

    /** Whether tenant, user and credential are all active at {@code now}. */
    public boolean isActive(Instant now) {
        return isOfActiveUser() && key.isActive(now);
    }

    /** Whether tenant and user are active, in whose name work runs without a request and thus without a credential. */
    public boolean isOfActiveUser() {
        return tenantStatus == Status.ACTIVE && member.status() == Status.ACTIVE;
    }

    /**
     * The key pair of a request to this platform.
     *
     * @throws IllegalStateException if the key is for another platform, which must never see it
     */
    public PlatformKey keyFor(PlatformId platform) {
        if (!platform.equals(platform())) {
            throw new IllegalStateException("the caller's key is for another platform");
        }
        return platformKey;
    }

    /** The same user with its login on another platform. */
    public Identity at(PlatformLogin login) {
        return new Identity(key, tenant, tenantStatus, member, login.endpoint(), login.key());
    }

    /** The same user without regard to the state of the credential, for what runs in its name without a request. */
    public Identity ofUser() {
        return new Identity(
                key.lasting(key.limits(), key.sessionTokenDigest()),
                tenant,
                tenantStatus,
                member,
                endpoint,
                platformKey);
    }

    /** The same user as if all were active and nothing were limited, for what the provider does with its data. */
    public Identity withoutStateAndLimits() {
        return new Identity(
                key.lasting(CredentialLimits.NONE, null),
                tenant,
                Status.ACTIVE,
                new Member(member.id(), member.name(), member.role(), member.canonicalId(), Status.ACTIVE),
                endpoint,
                platformKey);
    }
}
