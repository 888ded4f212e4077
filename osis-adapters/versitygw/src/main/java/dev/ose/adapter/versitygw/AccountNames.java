package dev.ose.adapter.versitygw;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.plugin.DerivedIds;
import dev.ose.s3.sigv4.AccessKeyId;

/**
 * The access keys of the gateway's accounts that stand for tenants and users: {@code tenant.user}. A tenant has no
 * existence of its own on the gateway: it is marked by an account that owns nothing.
 */
final class AccountNames {

    private static final DerivedIds IDS = new DerivedIds('.');

    private AccountNames() {}

    /** Fails if the id is too long for an access key; two UUIDs fit in one. */
    static PlatformTenantId tenant(String externalId) {
        PlatformTenantId tenant = IDS.tenant(externalId);
        requireAccessKey(marker(tenant));
        return tenant;
    }

    /** Fails if the ids of both together are too long for an access key. */
    static PlatformUserId user(PlatformTenantId tenant, String externalId) {
        PlatformUserId user = IDS.user(tenant, externalId);
        requireAccessKey(user.value());
        return user;
    }

    private static void requireAccessKey(String name) {
        if (!AccessKeyId.isValid(name)) {
            throw new PlatformException(
                    Kind.REJECTED,
                    "The Versity S3 Gateway cannot have an account " + name + ": an access key has " + AccessKeyId.RULE
                            + ".");
        }
    }

    /** The tenant of a user for which {@link #isUser} holds. */
    static PlatformTenantId tenantOf(PlatformUserId user) {
        return IDS.tenantOf(user);
    }

    /** The access key of the account that stands for the tenant. */
    static String marker(PlatformTenantId tenant) {
        return IDS.marker(tenant).value();
    }

    /** Whether it has the form of a user of a tenant. Markers, and accounts that others made, do not. */
    static boolean isUser(PlatformUserId user) {
        return IDS.nameInTenant(user).filter(DerivedIds::isEncoded).isPresent();
    }

    static boolean isTenant(PlatformTenantId tenant) {
        return IDS.isTenant(tenant);
    }
}
