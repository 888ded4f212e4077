package dev.ose.server.accounting.upload;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.jobs.QueueWorker;
import java.time.Duration;
import java.util.List;

/**
 * Aborts the multipart uploads that a node has begun to store one object and neither completed nor aborted, as
 * after its death: their parts would take room for ever. Runs on one thread of its own with a few requests at a time;
 * safe on several nodes at once.
 */
public final class OrphanedUploads implements AutoCloseable {

    private static final int UPLOADS_PER_PASS = 32;
    private static final Duration POLL = Duration.ofSeconds(30);

    private final SplitUploadTable table;
    private final UploadTracker tracker;
    private final PlatformUploads platform;
    private final QueueWorker<Upload, BucketId> worker;

    private OrphanedUploads(Jobs jobs, SplitUploadTable table, UploadTracker tracker, PlatformUploads platform) {
        this.table = table;
        this.tracker = tracker;
        this.platform = platform;
        this.worker = new QueueWorker<>(
                jobs,
                JobPlan.every("orphaned-uploads", POLL),
                new Due(table),
                new QueueWorker.Work<>(Upload::bucket, platform::endpoint, this::abort));
    }

    /** Starts aborting. Does not block. */
    public static OrphanedUploads start(
            Jobs jobs, SplitUploadTable table, UploadTracker tracker, PlatformUploads platform) {
        OrphanedUploads orphans = new OrphanedUploads(jobs, table, tracker, platform);
        orphans.worker.start();
        return orphans;
    }

    /** An unavailable platform is no failure of this job; requests of clients report it, and the claim expires. */
    private void abort(Upload upload) {
        try {
            platform.abort(upload);
        } catch (FailureException e) {
            if (e.failure() instanceof Failure.PlatformRefused) {
                table.postpone(upload);
            }
            return;
        }
        table.remove(List.of(upload));
        // A comparison may have found it on the platform and counted its parts.
        var _ = tracker.note(UploadChange.ended(upload));
    }

    /** Stops after the requests under way; blocks for at most twenty seconds. */
    @Override
    public void close() {
        worker.close();
    }

    private record Due(SplitUploadTable table) implements QueueWorker.DueQueue<Upload> {

        @Override
        public QueueWorker.Claimed<Upload> claim(boolean isAnyFull) {
            List<Upload> claimed = isAnyFull ? List.of() : table.claimOrphans(UPLOADS_PER_PASS);
            return new QueueWorker.Claimed<>(claimed, claimed.size() == UPLOADS_PER_PASS);
        }

        /** The claims expire. */
        @Override
        public void putBack(List<Upload> refused) {}
    }
}
