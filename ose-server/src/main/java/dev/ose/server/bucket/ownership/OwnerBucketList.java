package dev.ose.server.bucket.ownership;

import dev.ose.server.bucket.BucketOwner;

/** What platforms say are their users' own buckets. Names may be common to all tenants of a platform, and buckets open to others. */
public interface OwnerBucketList {

    /**
     * Whether the owner's own list names the bucket. Blocks on the platform, for 90 seconds at most.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code PlatformUnreachable}, also if it refuses
     */
    boolean include(BucketOwner owner);
}
