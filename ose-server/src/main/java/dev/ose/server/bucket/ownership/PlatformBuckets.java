package dev.ose.server.bucket.ownership;

import dev.ose.server.bucket.BucketOwner;

/**
 * Which buckets there are on platforms. Every method blocks on the platform, for at most 90 seconds, and throws {@code
 * FailureException} if it refuses or cannot answer now.
 */
public interface PlatformBuckets {

    /** Whether a bucket of the name exists, possibly another owner's public one. */
    boolean exists(BucketOwner owner);

    /**
     * Whether the owner's own list contains the bucket. A lookup by name does not suffice: names may be common to all
     * tenants of a platform, and buckets public.
     */
    boolean isListed(BucketOwner owner);
}
