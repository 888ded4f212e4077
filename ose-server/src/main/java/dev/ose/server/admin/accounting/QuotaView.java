package dev.ose.server.admin.accounting;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.server.accounting.quota.Quota;
import dev.ose.server.accounting.usage.Usage;
import org.jspecify.annotations.Nullable;

/**
 * A quota and what is used of it, as the API shows it; a limit that there is none of is absent.
 *
 * @param used what is stored now
 * @param buckets how many there are; absent for a bucket
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record QuotaView(
        @Nullable Long maxBytes,
        @Nullable Long maxObjects,
        @Nullable Long maxBuckets,
        Usage used,
        @Nullable Long buckets) {

    static QuotaView of(Quota quota, Usage used, @Nullable Long buckets) {
        return new QuotaView(quota.maxBytes(), quota.maxObjects(), quota.maxBuckets(), used, buckets);
    }
}
