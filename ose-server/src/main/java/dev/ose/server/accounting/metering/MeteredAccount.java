package dev.ose.server.accounting.metering;

import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.util.UUID;

/**
 * The account that usage is metered for.
 *
 * @param bucket the bucket's name; empty if the request concerns none
 */
public record MeteredAccount(TenantId tenant, UserId user, String bucket) {

    /** The user of anonymous requests and of callers from other tenants. */
    public static final UserId ANONYMOUS = new UserId(new UUID(0, 0));
}
