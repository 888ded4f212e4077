package dev.ose.adapter.ceph;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import java.nio.charset.StandardCharsets;

/**
 * The names of tenants and users on the gateway. They are derived from the caller's external ids, injectively, so that
 * one look-up finds what was created.
 *
 * <p>A user's full name there is {@code tenant$user}. A tenant has no existence of its own on the gateway: it is marked
 * by a user that has no keys.
 */
final class GatewayIds {

    /** No user gets this name, because hyphens of external ids are escaped. */
    private static final String MARKER = "tenant-marker";

    /** Characters of names beside letters and digits: a {@code :} would begin the name of a subuser. */
    private static final String OF_NAMES = "_-.@";

    static final char SEPARATOR = '$';

    private GatewayIds() {}

    static PlatformTenantId tenant(String externalId) {
        return new PlatformTenantId(encode(externalId));
    }

    static PlatformUserId user(PlatformTenantId tenant, String externalId) {
        return new PlatformUserId(tenant.value() + SEPARATOR + encode(externalId));
    }

    /** The tenant of a user for which {@link #isOurs} holds. */
    static PlatformTenantId tenantOf(PlatformUserId user) {
        return new PlatformTenantId(user.value().substring(0, user.value().indexOf(SEPARATOR)));
    }

    /** The user that stands for the tenant. */
    static PlatformUserId marker(PlatformTenantId tenant) {
        return new PlatformUserId(tenant.value() + SEPARATOR + MARKER);
    }

    /**
     * Whether it is a user of a tenant with a name of common characters. Users without a tenant, such as the
     * administrator, and markers are not.
     */
    static boolean isOurs(PlatformUserId user) {
        int separator = user.value().indexOf(SEPARATOR);
        String name = user.value().substring(separator + 1);
        return separator > 0
                && isEncoded(user.value().substring(0, separator))
                && !name.isEmpty()
                && name.chars().allMatch(c -> isLetterOrDigit(c) || OF_NAMES.indexOf(c) >= 0)
                && !name.equals(MARKER);
    }

    static boolean isOurs(PlatformTenantId tenant) {
        return isEncoded(tenant.value());
    }

    /** Whether the full name is that of a user of the tenant, its marker left out. */
    static boolean isUserOf(PlatformTenantId tenant, String fullName) {
        return fullName.startsWith(tenant.value() + SEPARATOR)
                && !fullName.equals(marker(tenant).value());
    }

    /**
     * Letters and digits stay, a hyphen becomes {@code __} and any other byte {@code _xx}, as the gateway allows no
     * other characters.
     */
    private static String encode(String externalId) {
        StringBuilder name = new StringBuilder(externalId.length() + 8);
        for (byte b : externalId.getBytes(StandardCharsets.UTF_8)) {
            if (isLetterOrDigit(b)) {
                name.append((char) b);
            } else if (b == '-') {
                name.append("__");
            } else {
                name.append('_').append(Character.forDigit((b >> 4) & 15, 16)).append(Character.forDigit(b & 15, 16));
            }
        }
        return name.toString();
    }

    private static boolean isEncoded(String name) {
        return !name.isEmpty() && name.chars().allMatch(c -> isLetterOrDigit(c) || c == '_');
    }

    private static boolean isLetterOrDigit(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }
}
