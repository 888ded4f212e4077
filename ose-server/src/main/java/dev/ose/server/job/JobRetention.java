package dev.ose.server.job;

import dev.ose.server.runtime.jobs.ExclusiveWork;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Duration;

/** Deletes finished jobs after their retention period. Runs once an hour, on one node of the cluster at a time. */
public final class JobRetention {

    private static final Duration INTERVAL = Duration.ofHours(1);

    /** Each has failures, perhaps thousands. */
    private static final int JOBS_PER_STEP = 20;

    private JobRetention() {}

    /** Starts the job. Does not block. */
    public static Job start(Jobs jobs, JobStore store, ExclusiveWork exclusive, Duration kept) {
        JobPlan plan = JobPlan.every("tenant-jobs-retention", INTERVAL).alone(exclusive, "retention of jobs");
        return jobs.queue(plan, _ -> store.forget(kept, JOBS_PER_STEP) == JOBS_PER_STEP)
                .start();
    }
}
