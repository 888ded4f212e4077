package dev.ose.adapter.embedded.store;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.s3.BucketName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of a bucket at its look-up.
 *
 * @param id unique, even among buckets of the same name
 * @param location the location constraint of its creation, null if none
 */
public record StoredBucket(
        long id,
        BucketName name,
        PlatformTenantId tenant,
        StoreOwner owner,
        @Nullable String location,
        Instant createdAt,
        EmbeddedBucketSettings settings) {

    /** Whether the caller owns it. */
    public boolean isOf(StoreCaller caller) {
        return owner.canonicalId().equals(caller.owner().canonicalId());
    }
}
