package dev.ose.server.accounting.alert;

import dev.ose.server.accounting.quota.Quota;
import dev.ose.server.accounting.quota.QuotaStore;

/**
 * A quota and what is used of it.
 *
 * @param bytes all versions, and parts of open uploads
 * @param objects newest versions
 */
public record UsedQuota(QuotaStore.Named named, long bytes, long objects, long buckets) {

    long used(Dimension dimension) {
        return switch (dimension) {
            case BYTES -> bytes;
            case OBJECTS -> objects;
            case BUCKETS -> buckets;
        };
    }

    Quota quota() {
        return named.quota();
    }
}
