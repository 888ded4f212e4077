package dev.ose.server.pagination;

import dev.ose.server.accounting.quota.Quota;
import dev.ose.server.accounting.usage.Usage;
import dev.ose.server.bucket.Bucket;
import org.jspecify.annotations.Nullable;

/**
 * A bucket with what lists show beside it.
 *
 * @param ownerName the name of its owner
 * @param hasVersions whether the bucket has or had versions; null if unknown
 * @param quota its own quota
 * @param quotaPercent how much of the nearest limit of the quota is used, a million at most; 0 without a limit
 */
public record ListedBucket(
        Bucket bucket, String ownerName, @Nullable Boolean hasVersions, Usage usage, Quota quota, long quotaPercent) {}
