package dev.ose.server.accounting.usage;

import dev.ose.server.runtime.jobs.ExclusiveWork;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.jobs.OperatorEvent;
import dev.ose.server.runtime.jobs.OperatorEvents;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Records how much is stored at the begin of each hour, and deletes hours after their retention period, both by the
 * database's clock. Looks every minute, on one node of the cluster at a time.
 */
public final class StoredHourKeeper {

    private static final Duration INTERVAL = Duration.ofMinutes(1);
    private static final int ROWS_PER_STEP = 10_000;

    private final StoredHours hours;
    private final OperatorEvents events;
    private final Duration kept;

    private StoredHourKeeper(StoredHours hours, OperatorEvents events, Duration kept) {
        this.hours = hours;
        this.events = events;
        this.kept = kept;
    }

    /**
     * Starts the job. Does not block.
     *
     * @param kept zero for permanently
     */
    public static Job start(Jobs jobs, StoredHours hours, ExclusiveWork exclusive, Duration kept) {
        JobPlan plan = JobPlan.every("stored-hours", INTERVAL).alone(exclusive, "stored hours");
        return jobs.periodic(plan, new StoredHourKeeper(hours, jobs.events(), kept)::keep)
                .start();
    }

    private void keep(Job job) {
        @Nullable Instant last = null;
        boolean isGap = false;
        Optional<StoredHours.Recorded> next = hours.record();
        while (next.isPresent()) {
            last = next.get().hour();
            if (next.get().missed() > 0) {
                isGap = true;
                events.report(
                        new OperatorEvent.StoredHoursMissed(last, next.get().missed()));
            }
            next = job.isStopping() ? Optional.empty() : hours.record();
        }
        // After a gap the clock may have jumped ahead: it has an hour to be set back before history is deleted by it.
        if (last != null && !isGap && kept.isPositive()) {
            forget(job, last.minus(kept));
        }
    }

    private void forget(Job job, Instant before) {
        int gone = ROWS_PER_STEP;
        while (gone == ROWS_PER_STEP && !job.isStopping()) {
            gone = hours.forget(before, ROWS_PER_STEP);
        }
    }
}
