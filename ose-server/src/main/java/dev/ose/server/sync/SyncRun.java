package dev.ose.server.sync;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.tenant.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One comparison of a bucket with its platform, under way or over.
 *
 * @param problem why it failed, or why it is waiting to be tried again
 */
public record SyncRun(
        long id,
        TenantId tenant,
        BucketId bucket,
        State state,
        Instant requestedAt,
        @Nullable Instant finishedAt,
        Progress progress,
        String problem) {

    /** Where a run stands. */
    public enum State {
        /** Nobody has begun it, or it is to be tried again. */
        WAITING,
        /** A node works on it. */
        RUNNING,
        /** Both sides were compared to the end; the differences are being verified or were. */
        DONE,
        /** It was given up. */
        FAILED
    }
}
