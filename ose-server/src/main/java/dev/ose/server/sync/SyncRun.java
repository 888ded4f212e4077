package dev.ose.server.sync;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.tenant.TenantId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One comparison of a bucket with its platform, under way or finished.
 *
 * @param problem why the run failed, or why it waits to be retried
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

    /** The state of a run. */
    public enum State {
        /** Not started, or to be retried. */
        WAITING,
        /** A node works on it. */
        RUNNING,
        /** Both sides were compared to the end; the differences are being verified or were. */
        DONE,
        /** Given up. */
        FAILED,
        /** One of a later version, whose nodes write to the same database. */
        UNKNOWN
    }
}
