package dev.ose.server.sync;

import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobHealth;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Asks the platform once, for each new bucket, whether it may have versions. If so, a sync run is requested, because
 * the versions are not counted yet. Runs on a thread of its own; safe on several nodes at once.
 */
public final class VersioningCheck {

    private static final String NAME = "versioning-check";
    private static final int BUCKETS_PER_ROUND = 50;
    private static final Duration IDLE = Duration.ofSeconds(2);

    private final VersioningTables tables;
    private final BucketOwners owners;
    private final VersioningRequest question;
    private final SyncRuns runs;
    private final JobHealth answers;

    private VersioningCheck(
            Jobs jobs, VersioningTables tables, BucketOwners owners, VersioningRequest question, SyncRuns runs) {
        this.tables = tables;
        this.owners = owners;
        this.question = question;
        this.runs = runs;
        this.answers = jobs.health(NAME + "-answers");
    }

    /** Starts the job. Does not block. */
    public static Job start(
            Jobs jobs, VersioningTables tables, BucketOwners owners, VersioningRequest question, SyncRuns runs) {
        VersioningCheck check = new VersioningCheck(jobs, tables, owners, question, runs);
        return jobs.queue(JobPlan.every(NAME, IDLE), check::check).start();
    }

    /** Checks some buckets; returns whether there may be more. */
    private boolean check(Job job) {
        List<VersioningTables.Unknown> claimed = tables.claim(BUCKETS_PER_ROUND);
        for (VersioningTables.Unknown each : claimed) {
            if (job.isStopping()) {
                return false;
            }
            check(each);
        }
        return claimed.size() == BUCKETS_PER_ROUND;
    }

    private void check(VersioningTables.Unknown unknown) {
        try {
            Optional<BucketOwner> owner = owners.find(unknown.bucket());
            if (owner.isEmpty()) {
                return;
            }
            boolean mayHaveVersions = question.mayHaveVersions(owner.get());
            if (mayHaveVersions) {
                // Before the result is recorded: after a crash in between the bucket is checked again.
                runs.request(unknown.tenant(), unknown.bucket());
            }
            tables.settle(unknown.bucket(), mayHaveVersions);
            answers.succeeded();
        } catch (FailureException later) {
            // The bucket is due again later, and must not delay the others.
            answers.failed(later);
        }
    }
}
