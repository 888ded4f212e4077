package dev.ose.server.accounting.alert;

import dev.ose.server.accounting.quota.Quota;
import dev.ose.server.accounting.quota.QuotaStore;
import dev.ose.server.tenant.TenantId;

/**
 * A quota and what is used of it.
 *
 * @param thresholds those that apply to the tenant
 * @param bytes all versions, and parts of open uploads
 * @param objects newest versions
 */
public record UsedQuota(
        TenantId tenant, QuotaStore.Named named, AlertThresholds thresholds, long bytes, long objects, long buckets) {

    long used(Dimension dimension) {
        return switch (dimension) {
            case BYTES -> bytes;
            case OBJECTS -> objects;
            case BUCKETS -> buckets;
            case UNKNOWN -> 0;
        };
    }

    Quota quota() {
        return named.quota();
    }
}
