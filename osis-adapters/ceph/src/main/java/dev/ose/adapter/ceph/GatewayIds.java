package dev.ose.adapter.ceph;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.plugin.DerivedIds;

/**
 * The names of tenants and users on the gateway. A user's full name there is {@code tenant$user}. A tenant has no
 * existence of its own on the gateway: it is marked by a user that has no keys.
 */
final class GatewayIds {

    /** Characters of names beside letters and digits: a {@code :} would begin the name of a subuser. */
    private static final String OF_NAMES = "_-.@";

    static final char SEPARATOR = '$';

    private static final DerivedIds IDS = new DerivedIds(SEPARATOR);

    private GatewayIds() {}

    static PlatformTenantId tenant(String externalId) {
        return IDS.tenant(externalId);
    }

    static PlatformUserId user(PlatformTenantId tenant, String externalId) {
        return IDS.user(tenant, externalId);
    }

    /** The tenant of a user for which {@link #isOurs} holds. */
    static PlatformTenantId tenantOf(PlatformUserId user) {
        return IDS.tenantOf(user);
    }

    /** The user that stands for the tenant. */
    static PlatformUserId marker(PlatformTenantId tenant) {
        return IDS.marker(tenant);
    }

    /**
     * Whether it is a user of a tenant with a name of common characters. Users without a tenant, such as the
     * administrator, and markers are not.
     */
    static boolean isOurs(PlatformUserId user) {
        return IDS.nameInTenant(user)
                .filter(name -> name.chars().allMatch(c -> DerivedIds.isLetterOrDigit(c) || OF_NAMES.indexOf(c) >= 0))
                .isPresent();
    }

    static boolean isOurs(PlatformTenantId tenant) {
        return IDS.isTenant(tenant);
    }

    /** Whether the full name is that of a user of the tenant, its marker left out. */
    static boolean isUserOf(PlatformTenantId tenant, String fullName) {
        return fullName.startsWith(tenant.value() + SEPARATOR)
                && !fullName.equals(marker(tenant).value());
    }
}
