package dev.ose.server.accounting.usage;

import dev.ose.server.runtime.jobs.ExclusiveWork;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.jobs.OperatorEvent;
import dev.ose.server.runtime.jobs.OperatorEvents;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/**
 * Records how much is stored at the begin of each hour, and deletes hours after their retention period. Looks every
 * minute, on one node of the cluster at a time.
 */
public final class StoredHourKeeper {

    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final int ROWS_PER_STEP = 10_000;

    private final StoredHours hours;
    private final OperatorEvents events;
    private final Duration kept;
    private final Clock clock;

    private StoredHourKeeper(StoredHours hours, OperatorEvents events, Duration kept, Clock clock) {
        this.hours = hours;
        this.events = events;
        this.kept = kept;
        this.clock = clock;
    }

    /**
     * Starts the job. Does not block.
     *
     * @param kept zero for permanently
     */
    public static Job start(Jobs jobs, StoredHours hours, ExclusiveWork exclusive, Duration kept, Clock clock) {
        JobPlan plan = JobPlan.every("stored-hours", INTERVAL).alone(exclusive, "stored hours");
        return jobs.periodic(plan, new StoredHourKeeper(hours, jobs.events(), kept, clock)::keep)
                .start();
    }

    private void keep(Job job) {
        boolean isAny = false;
        Optional<StoredHours.Recorded> recorded = hours.record();
        while (recorded.isPresent()) {
            isAny = true;
            report(recorded.get());
            recorded = job.isStopping() ? Optional.empty() : hours.record();
        }
        int gone = isAny && kept.isPositive() ? ROWS_PER_STEP : 0;
        while (gone == ROWS_PER_STEP && !job.isStopping()) {
            gone = hours.forget(clock.instant().minus(kept), ROWS_PER_STEP);
        }
    }

    private void report(StoredHours.Recorded recorded) {
        if (recorded.missed() > 0) {
            events.report(new OperatorEvent.StoredHoursMissed(recorded.hour(), recorded.missed()));
        }
    }
}
