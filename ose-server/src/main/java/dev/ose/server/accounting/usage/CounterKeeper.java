package dev.ose.server.accounting.usage;

import dev.ose.server.accounting.usage.CounterTables.Claim;
import dev.ose.server.runtime.jobs.BackgroundThread;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/**
 * Keeps the counters quick and proves them: rolls recorded changes up each second, audits each bucket once a day, and
 * remembers the totals for metrics. Runs on a thread of its own; every node may do so.
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
    private final BackgroundThread thread;

    private CounterKeeper(CounterTables tables, ObjectCounters counters) {
        this.tables = tables;
        this.counters = counters;
        this.thread = new BackgroundThread("counter-keeper", this::keepUntilClosed);
    }

    /** Starts keeping. Does not block. */
    public static CounterKeeper start(CounterTables tables, ObjectCounters counters) {
        CounterKeeper keeper = new CounterKeeper(tables, counters);
        keeper.thread.start();
        return keeper;
    }

    /** What everybody stored when it was last asked, some seconds ago; nothing before the first time. */
    public Usage lastTotal() {
        return total.get();
    }

    /** How many buckets this node has audited. */
    public long audits() {
        return audits.sum();
    }

    /** How many of them had counters that were wrong; they were repaired. */
    public long drifted() {
        return drifted.sum();
    }

    private void keepUntilClosed() throws InterruptedException {
        for (long round = 0; thread.pause(ROLL_UP_EVERY); round++) {
            keep(round % ROLL_UPS_PER_AUDIT == 0);
        }
    }

    private void keep(boolean alsoAudit) {
        try {
            rollUpAll();
            if (alsoAudit) {
                total.set(counters.total());
                auditDue();
            }
        } catch (RuntimeException unavailable) {
            // The database, or a bug of ours, which must not end the work for good: the next round tries again. The
            // counters are right meanwhile, only slower to read.
            assert unavailable != null;
        }
    }

    private void rollUpAll() {
        int rolled;
        do {
            rolled = tables.rollUp(CHANGES_PER_STEP);
        } while (rolled == CHANGES_PER_STEP && !thread.isStopping());
    }

    /** One bucket after the other while some are due, rolling up in between. */
    private void auditDue() {
        Optional<Claim> due = tables.claimAudit(AUDIT_AGE);
        while (due.isPresent() && !thread.isStopping()) {
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
        thread.close();
    }
}
