package dev.ose.server.job;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import org.jspecify.annotations.Nullable;

/**
 * A job to be queued.
 *
 * @param target the bucket of the copies; null if nothing is copied
 * @param total how many objects it is about; null if unknown
 */
public record NewJob(
        TenantId tenant,
        UserId user,
        JobOrigin origin,
        JobTask task,
        BucketId bucket,
        @Nullable BucketId target,
        @Nullable Long total) {}
