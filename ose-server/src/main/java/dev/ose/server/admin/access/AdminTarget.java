package dev.ose.server.admin.access;

import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import org.jspecify.annotations.Nullable;

/**
 * The target of an operation, which need not exist.
 *
 * @param tenant null if it is about no tenant
 * @param user null if it is about no single user
 */
public record AdminTarget(
        @Nullable TenantId tenant, @Nullable UserId user) {

    /** The service itself. */
    public static final AdminTarget SERVICE = new AdminTarget(null, null);
}
