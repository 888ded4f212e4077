package dev.ose.adapter.plugin;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Names of tenants and users for a platform that has accounts and no external ids. They are derived from the caller's
 * external ids, injectively, so that one look-up finds what was created, and two creations at once make one account.
 *
 * <p>A user's full name is the tenant, a separator and the user. A tenant that has no existence of its own there can be
 * marked by one more account, whose name no user gets.
 */
public final class DerivedIds {

    /** No external id is encoded like this, because hyphens are escaped. */
    private static final String MARKER = "tenant-marker";

    private final char separator;

    /**
     * Names with this separator between tenant and user.
     *
     * @param separator neither a letter, a digit nor an underscore
     */
    public DerivedIds(char separator) {
        if (isEncoded(String.valueOf(separator))) {
            throw new IllegalArgumentException("a separator that is part of names");
        }
        this.separator = separator;
    }

    /** The tenant of an external id. */
    public PlatformTenantId tenant(String externalId) {
        return new PlatformTenantId(encode(externalId));
    }

    /** The user of an external id in its tenant. */
    public PlatformUserId user(PlatformTenantId tenant, String externalId) {
        return new PlatformUserId(tenant.value() + separator + encode(externalId));
    }

    /** The account that marks the tenant. */
    public PlatformUserId marker(PlatformTenantId tenant) {
        return new PlatformUserId(tenant.value() + separator + MARKER);
    }

    /** Whether it has the form of a tenant. */
    public boolean isTenant(PlatformTenantId tenant) {
        return isEncoded(tenant.value());
    }

    /** The tenant in a full name that has a separator. */
    public PlatformTenantId tenantOf(PlatformUserId user) {
        return new PlatformTenantId(user.value().substring(0, user.value().indexOf(separator)));
    }

    /**
     * The part of a full name behind its tenant; empty if it has none, no tenant in front of it, or if it is a marker.
     */
    public Optional<String> nameInTenant(PlatformUserId user) {
        String full = user.value();
        int end = full.indexOf(separator);
        if (end < 0 || !isEncoded(full.substring(0, end))) {
            return Optional.empty();
        }
        return Optional.of(full.substring(end + 1)).filter(name -> !name.isEmpty() && !name.equals(MARKER));
    }

    /** Letters and digits stay, a hyphen becomes {@code __} and any other byte {@code _xx}. */
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

    /** Whether it consists of the characters of an encoded id: letters and digits of ASCII, and underscores. */
    public static boolean isEncoded(String name) {
        return !name.isEmpty() && name.chars().allMatch(c -> isLetterOrDigit(c) || c == '_');
    }

    /** Whether it is one of ASCII. */
    public static boolean isLetterOrDigit(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }
}
