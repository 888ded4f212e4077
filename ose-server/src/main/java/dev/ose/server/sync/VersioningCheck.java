package dev.ose.server.sync;

import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.BackgroundThread;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Asks about each bucket that is new here, once, whether it may have versions. One that may is compared with the platform, as
 * nobody has counted them yet. Runs on a thread of its own; every node may do so.
 */
public final class VersioningCheck implements AutoCloseable {

    private static final int BUCKETS_PER_ROUND = 50;
    private static final Duration IDLE = Duration.ofSeconds(2);

    private final VersioningTables tables;
    private final BucketOwners owners;
    private final VersioningRequest question;
    private final SyncRuns runs;
    private final BackgroundThread thread;

    private VersioningCheck(VersioningTables tables, BucketOwners owners, VersioningRequest question, SyncRuns runs) {
        this.tables = tables;
        this.owners = owners;
        this.question = question;
        this.runs = runs;
        this.thread = new BackgroundThread("versioning-check", this::checkUntilClosed);
    }

    /** Starts asking. Does not block. */
    public static VersioningCheck start(
            VersioningTables tables, BucketOwners owners, VersioningRequest question, SyncRuns runs) {
        VersioningCheck check = new VersioningCheck(tables, owners, question, runs);
        check.thread.start();
        return check;
    }

    private void checkUntilClosed() throws InterruptedException {
        while (thread.pause(check() ? Duration.ZERO : IDLE)) {
            // The condition works and waits.
        }
    }

    /** Asks about some buckets; whether there may be more. */
    private boolean check() {
        try {
            List<VersioningTables.Unknown> claimed = tables.claim(BUCKETS_PER_ROUND);
            for (VersioningTables.Unknown each : claimed) {
                if (thread.isStopping()) {
                    return false;
                }
                check(each);
            }
            return claimed.size() == BUCKETS_PER_ROUND;
        } catch (RuntimeException unavailable) {
            // The database, or a bug of ours, which must not end the work for good. What was claimed is due again.
            return false;
        }
    }

    private void check(VersioningTables.Unknown unknown) {
        try {
            Optional<BucketOwner> owner = owners.find(unknown.bucket());
            if (owner.isEmpty()) {
                return;
            }
            boolean mayHaveVersions = question.mayHaveVersions(owner.get());
            if (mayHaveVersions) {
                // Before it is noted: a crash in between asks once more.
                runs.request(unknown.tenant(), unknown.bucket());
            }
            tables.settle(unknown.bucket(), mayHaveVersions);
        } catch (FailureException later) {
            // One that cannot be asked is due again, and must not keep the others from their turn.
            assert later != null;
        }
    }

    /** Stops after the question under way; blocks for at most ten seconds. */
    @Override
    public void close() {
        thread.close();
    }
}
