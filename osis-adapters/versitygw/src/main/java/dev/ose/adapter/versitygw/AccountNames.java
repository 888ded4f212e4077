package dev.ose.adapter.versitygw;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.PlatformException.Kind;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.s3.sigv4.AccessKeyId;
import java.nio.charset.StandardCharsets;

/**
 * The access keys of the gateway's accounts that stand for tenants and users. They are derived from the caller's
 * external ids, injectively, so that one look-up finds what was created, and two creations at once make one account.
 *
 * <p>A user's access key is {@code tenant.user}. A tenant has no existence of its own on the gateway: it is marked by
 * an account that owns nothing.
 */
final class AccountNames {

    /** No user gets this name, because hyphens of external ids are escaped. */
    private static final String MARKER = "tenant-marker";

    private static final char SEPARATOR = '.';

    private AccountNames() {}

    /** Fails if the id is too long for an access key; two UUIDs fit in one. */
    static PlatformTenantId tenant(String externalId) {
        PlatformTenantId tenant = new PlatformTenantId(encode(externalId));
        requireAccessKey(marker(tenant));
        return tenant;
    }

    /** Fails if the ids of both together are too long for an access key. */
    static PlatformUserId user(PlatformTenantId tenant, String externalId) {
        return new PlatformUserId(requireAccessKey(tenant.value() + SEPARATOR + encode(externalId)));
    }

    private static String requireAccessKey(String name) {
        if (!AccessKeyId.isValid(name)) {
            throw new PlatformException(
                    Kind.REJECTED,
                    "The Versity S3 Gateway cannot have an account " + name + ": an access key has " + AccessKeyId.RULE
                            + ".");
        }
        return name;
    }

    /** The tenant of a user for which {@link #isUser} holds. */
    static PlatformTenantId tenantOf(PlatformUserId user) {
        return new PlatformTenantId(user.value().substring(0, user.value().indexOf(SEPARATOR)));
    }

    /** The access key of the account that stands for the tenant. */
    static String marker(PlatformTenantId tenant) {
        return tenant.value() + SEPARATOR + MARKER;
    }

    /** Whether it has the form of a user of a tenant. Markers, and accounts that others made, do not. */
    static boolean isUser(PlatformUserId user) {
        int separator = user.value().indexOf(SEPARATOR);
        return separator > 0
                && isEncoded(user.value().substring(0, separator))
                && isEncoded(user.value().substring(separator + 1));
    }

    static boolean isTenant(PlatformTenantId tenant) {
        return isEncoded(tenant.value());
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

    private static boolean isEncoded(String name) {
        return !name.isEmpty() && name.chars().allMatch(c -> isLetterOrDigit(c) || c == '_');
    }

    private static boolean isLetterOrDigit(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    }
}
