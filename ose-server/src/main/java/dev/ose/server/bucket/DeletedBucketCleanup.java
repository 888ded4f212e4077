package dev.ose.server.bucket;

import dev.ose.server.runtime.jobs.ExclusiveWork;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Duration;

/**
 * Cleans up after buckets that are gone, now and then, on a thread of its own: one of millions of objects takes many minutes. Of
 * all nodes one does so at a time.
 */
public final class DeletedBucketCleanup {

    private static final String LOCK = "gone-buckets";
    private static final Duration PERIOD = Duration.ofMinutes(1);

    private DeletedBucketCleanup() {}

    /** Starts cleaning up. Does not block. */
    public static Job start(Jobs jobs, DeletedBucketStore store, ExclusiveWork exclusive) {
        JobPlan plan = JobPlan.every("deleted-bucket-cleanup", PERIOD).alone(exclusive, LOCK);
        return jobs.periodic(plan, job -> store.sweep(job::isStopping)).start();
    }
}
