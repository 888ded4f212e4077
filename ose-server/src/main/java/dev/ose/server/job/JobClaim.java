package dev.ose.server.job;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.platform.PlatformId;
import org.jspecify.annotations.Nullable;

/**
 * A job that a node has taken.
 *
 * @param lease distinguishes this claim from others of the job
 * @param attempts how often it was taken since it last got ahead
 */
public record JobClaim(
        TenantJob job,
        JobTask task,
        JobOrigin origin,
        Buckets buckets,
        PlatformId platform,
        JobPosition position,
        long lease,
        int attempts) {

    /**
     * The lives of its buckets.
     *
     * @param target that of the bucket of the copies; null if nothing is copied
     */
    public record Buckets(BucketId bucket, @Nullable BucketId target) {}

    BucketId bucket() {
        return buckets.bucket();
    }

    @Nullable
    BucketId target() {
        return buckets.target();
    }

    JobId id() {
        return job.id();
    }
}
