package dev.ose.server.access;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.ForeignBucket;
import org.jspecify.annotations.Nullable;

/**
 * A bucket that a caller may get at.
 *
 * @param platformTenant whose it is on its platform; null if it is the caller's own tenant's
 */
record Reach(Bucket bucket, @Nullable PlatformTenantId platformTenant) {

    static Reach own(Bucket bucket) {
        return new Reach(bucket, null);
    }

    static Reach of(ForeignBucket found) {
        return new Reach(found.bucket(), found.platformTenant());
    }

    boolean isOwn() {
        return platformTenant == null;
    }
}
