package dev.ose.server.audit;

import dev.ose.server.runtime.jobs.ExclusiveWork;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Clock;
import java.time.Duration;

/** Drops weeks of entries after their retention period. Runs once an hour, on one node of the cluster at a time. */
public final class AuditRetention {

    private static final Duration INTERVAL = Duration.ofHours(1);

    private AuditRetention() {}

    /** Starts the job. Does not block. */
    public static Job start(Jobs jobs, AuditTables tables, ExclusiveWork exclusive, Duration kept, Clock clock) {
        JobPlan plan = JobPlan.every("audit-retention", INTERVAL).alone(exclusive, "audit retention");
        return jobs.periodic(plan, _ -> tables.forget(clock.instant().minus(kept)))
                .start();
    }
}
