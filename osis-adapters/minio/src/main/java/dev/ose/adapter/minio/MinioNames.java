package dev.ose.adapter.minio;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.plugin.DerivedIds;
import java.util.Optional;

/** The names of users, {@code tenant.user}, and of the policies that stand for tenants, users and buckets. */
final class MinioNames {

    /** A name is one of a file there, which may have 255 bytes. */
    private static final int MAX_LENGTH = 200;

    private static final String TENANT = "ose-tenant.";
    private static final String USER = "ose-user.";
    private static final String BUCKET = "ose-bucket.";

    private static final DerivedIds IDS = new DerivedIds('.');

    private MinioNames() {}

    /** Fails if the id is too long for a name. */
    static PlatformTenantId tenant(String externalId) {
        PlatformTenantId tenant = IDS.tenant(externalId);
        requireLength(tenant.value());
        return tenant;
    }

    /** Fails if the ids of both together are too long for a name. */
    static PlatformUserId user(PlatformTenantId tenant, String externalId) {
        PlatformUserId user = IDS.user(tenant, externalId);
        requireLength(user.value());
        return user;
    }

    private static void requireLength(String name) {
        if (name.length() > MAX_LENGTH) {
            throw new PlatformException(
                    Kind.REJECTED,
                    "MinIO cannot have a name of more than " + MAX_LENGTH + " characters: " + name + '.');
        }
    }

    /** Whether it has the form of a user of a tenant. */
    static boolean isUser(PlatformUserId user) {
        return IDS.nameInTenant(user).filter(DerivedIds::isEncoded).isPresent();
    }

    static boolean isTenant(PlatformTenantId tenant) {
        return IDS.isTenant(tenant);
    }

    /** The tenant of a user for which {@link #isUser} holds. */
    static PlatformTenantId tenantOf(PlatformUserId user) {
        return IDS.tenantOf(user);
    }

    /** The policy that stands for a tenant, and that all its users have. */
    static String policyOf(PlatformTenantId tenant) {
        return TENANT + tenant.value();
    }

    /** The policy that keeps a user's name, and that no user has. */
    static String recordOf(PlatformUserId user) {
        return USER + user.value();
    }

    /** The policy that admits to a bucket. */
    static String policyOf(String bucket) {
        return BUCKET + bucket;
    }

    /** The bucket that a policy admits to; empty if it is another policy. */
    static Optional<String> bucketOf(String policy) {
        return policy.startsWith(BUCKET) ? Optional.of(policy.substring(BUCKET.length())) : Optional.empty();
    }
}
