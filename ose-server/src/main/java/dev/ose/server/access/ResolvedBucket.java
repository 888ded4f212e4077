package dev.ose.server.access;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.ForeignBucket;
import org.jspecify.annotations.Nullable;

/**
 * A bucket that the caller may know of.
 *
 * @param platformTenant the bucket's tenant on its platform; null if it is the caller's own tenant's
 */
record ResolvedBucket(Bucket bucket, @Nullable PlatformTenantId platformTenant) {

    static ResolvedBucket own(Bucket bucket) {
        return new ResolvedBucket(bucket, null);
    }

    static ResolvedBucket of(ForeignBucket found) {
        return new ResolvedBucket(found.bucket(), found.platformTenant());
    }

    boolean isOwn() {
        return platformTenant == null;
    }
}
