package dev.ose.server.job;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.platform.PlatformId;
import org.jspecify.annotations.Nullable;

/**
 * A job that a node has taken.
 *
 * @param bucket the life of its bucket
 * @param target that of the bucket of the copies; null if nothing is copied
 * @param lease distinguishes this claim from others of the job
 * @param attempts how often it was taken since it last got ahead
 */
public record JobClaim(
        TenantJob job,
        JobTask task,
        JobOrigin origin,
        BucketId bucket,
        @Nullable BucketId target,
        PlatformId platform,
        JobPosition position,
        long lease,
        int attempts) {

    JobId id() {
        return job.id();
    }
}
