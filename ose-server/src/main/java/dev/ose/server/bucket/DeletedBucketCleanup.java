package dev.ose.server.bucket;

import dev.ose.server.runtime.jobs.ExclusiveWork;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Duration;

/**
 * Deletes the rows of deleted buckets, on a thread of its own: a bucket with millions of objects takes many minutes.
 * Runs on one node of the cluster at a time.
 */
public final class DeletedBucketCleanup {

    private static final String LOCK = "gone-buckets";
    private static final Duration PERIOD = Duration.ofMinutes(1);

    private DeletedBucketCleanup() {}

    /** Starts the job. Does not block. */
    public static Job start(Jobs jobs, DeletedBucketStore store, ExclusiveWork exclusive) {
        JobPlan plan = JobPlan.every("deleted-bucket-cleanup", PERIOD).alone(exclusive, LOCK);
        return jobs.periodic(plan, job -> store.sweep(job::isStopping)).start();
    }
}
