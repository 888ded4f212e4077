package dev.ose.server.accounting.usage;

import dev.ose.server.accounting.usage.CounterTables.Claim;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobMetrics;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/**
 * Keeps the counters fast and correct: rolls deltas up each second, audits each bucket once a day, and keeps the totals
 * for metrics. Runs on a thread of its own; safe on several nodes at once.
 */
public final class CounterKeeper implements AutoCloseable {

    private static final int CHANGES_PER_STEP = 10_000;
    private static final Duration ROLL_UP_EVERY = Duration.ofSeconds(1);
    private static final int ROLL_UPS_PER_AUDIT = 10;
    private static final Duration AUDIT_AGE = Duration.ofHours(24);

    private final CounterTables tables;
    private final ObjectCounters counters;
    private final LongAdder audits = new LongAdder();
    private final LongAdder drifted = new LongAdder();
    private final AtomicReference<Usage> total = new AtomicReference<>(Usage.NOTHING);
    private final Job job;
    /** Confined to the job. */
    private long round;

    private CounterKeeper(Jobs jobs, CounterTables tables, ObjectCounters counters) {
        this.tables = tables;
        this.counters = counters;
        this.job = jobs.periodic(JobPlan.every("counter-keeper", ROLL_UP_EVERY).delayed(), _ -> keep());
        JobMetrics metrics = jobs.metrics();
        metrics.show("ose.stored.objects", "", () -> lastTotal().objects());
        metrics.show("ose.stored", "bytes", () -> lastTotal().storedBytes());
        metrics.show("ose.stored.older.versions", "", () -> lastTotal().olderVersions());
        metrics.show("ose.stored.older", "bytes", () -> lastTotal().olderBytes());
        metrics.count("ose.counter.audits", audits::sum);
        metrics.count("ose.counter.drifts", drifted::sum);
    }

    /** Starts the job. Does not block. */
    public static CounterKeeper start(Jobs jobs, CounterTables tables, ObjectCounters counters) {
        CounterKeeper keeper = new CounterKeeper(jobs, tables, counters);
        keeper.job.start();
        return keeper;
    }

    /** The usage of all tenants, some seconds old; {@link Usage#NOTHING} before the first run. */
    public Usage lastTotal() {
        return total.get();
    }

    /** The number of buckets that this node has audited. */
    public long audits() {
        return audits.sum();
    }

    /** The number of audited buckets whose counters were wrong; they were repaired. */
    public long drifted() {
        return drifted.sum();
    }

    /** If this fails, the counters stay correct and only get slower to read. */
    private void keep() {
        boolean alsoAudit = round % ROLL_UPS_PER_AUDIT == 0;
        round++;
        rollUpAll();
        if (alsoAudit) {
            total.set(counters.total());
            auditDue();
        }
    }

    private void rollUpAll() {
        int rolled;
        do {
            rolled = tables.rollUp(CHANGES_PER_STEP);
        } while (rolled == CHANGES_PER_STEP && !job.isStopping());
    }

    /** Audits due buckets one after the other, rolling up in between. */
    private void auditDue() {
        Optional<Claim> due = tables.claimAudit(AUDIT_AGE);
        while (due.isPresent() && !job.isStopping()) {
            Optional<Usage> drift = tables.audit(due.get());
            drift.ifPresent(found -> {
                audits.increment();
                if (!found.equals(Usage.NOTHING)) {
                    drifted.increment();
                }
            });
            rollUpAll();
            due = tables.claimAudit(AUDIT_AGE);
        }
    }

    /** Stops after the step under way; blocks for at most ten seconds. */
    @Override
    public void close() {
        job.close();
    }
}
