package dev.ose.server.accounting.metering;

import dev.ose.server.runtime.jobs.ExclusiveWork;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Duration;

/**
 * Deletes metered hours after their retention period, by the database's clock. Runs once an hour, on one node of the
 * cluster at a time.
 */
public final class MeterRetention {

    private static final Duration INTERVAL = Duration.ofHours(1);
    private static final int ROWS_PER_STEP = 10_000;

    private final MeterStore store;
    private final Duration kept;

    private MeterRetention(MeterStore store, Duration kept) {
        this.store = store;
        this.kept = kept;
    }

    /** Starts the job. Does not block. */
    public static Job start(Jobs jobs, MeterStore store, ExclusiveWork exclusive, Duration kept) {
        JobPlan plan = JobPlan.every("meter-retention", INTERVAL).alone(exclusive, "metering retention");
        return jobs.periodic(plan, new MeterRetention(store, kept)::forget).start();
    }

    private void forget(Job job) {
        int gone = ROWS_PER_STEP;
        while (gone == ROWS_PER_STEP && !job.isStopping()) {
            gone = store.forget(kept, ROWS_PER_STEP);
        }
    }
}
