package dev.ose.server.bucket.ownership;

import dev.ose.server.bucket.BucketOwner;

/**
 * Lists users' own buckets on platforms. A lookup by name does not suffice: names may be common to all tenants of a
 * platform, and buckets public.
 */
public interface OwnerBucketList {

    /**
     * Whether the owner's own list contains the bucket. Blocks on the platform, for at most 90 seconds.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code PlatformUnreachable}, also if it refuses
     */
    boolean include(BucketOwner owner);
}
