package dev.ose.server.accounting.metering;

import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.util.UUID;

/**
 * On whose account something is used.
 *
 * @param bucket its name; empty if it is about no bucket
 */
public record MeteredAccount(TenantId tenant, UserId user, String bucket) {

    /** Stands for whoever has no key, or is of another tenant. */
    public static final UserId NOBODY = new UserId(new UUID(0, 0));
}
