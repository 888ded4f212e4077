package dev.ose.adapter.embedded.store;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.embedded.access.BucketAccess;
import dev.ose.s3.BucketName;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A bucket as it was when it was looked up.
 *
 * @param id never used again for another bucket of the same name
 * @param location the region that its creator asked for, null if none
 * @param policy the document that says who else may do what; null if there is none
 * @param lifecycle the document of its lifecycle rules; null if there is none
 * @param lock null if its versions cannot be locked
 */
public record StoredBucket(
        long id,
        BucketName name,
        PlatformTenantId tenant,
        StoreOwner owner,
        Versioning versioning,
        @Nullable String location,
        @Nullable String policy,
        @Nullable String lifecycle,
        BucketAccess access,
        @Nullable BucketLock lock,
        Instant createdAt) {

    /** Whether it is this caller's own. */
    public boolean isOf(StoreCaller caller) {
        return owner.canonicalId().equals(caller.owner().canonicalId());
    }
}
