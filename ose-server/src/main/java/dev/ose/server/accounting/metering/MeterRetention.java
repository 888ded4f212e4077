package dev.ose.server.accounting.metering;

import dev.ose.server.runtime.jobs.BackgroundThread;
import dev.ose.server.runtime.jobs.ExclusiveWork;
import java.time.Clock;
import java.time.Duration;

/** Forgets what was used longer ago than it is kept for. Looks once an hour; one node of all at a time. */
public final class MeterRetention implements AutoCloseable {

    private static final Duration INTERVAL = Duration.ofHours(1);
    private static final int ROWS_PER_STEP = 10_000;

    private final MeterStore store;
    private final ExclusiveWork exclusive;
    private final Duration kept;
    private final Clock clock;
    private final BackgroundThread thread;

    private MeterRetention(MeterStore store, ExclusiveWork exclusive, Duration kept, Clock clock) {
        this.store = store;
        this.exclusive = exclusive;
        this.kept = kept;
        this.clock = clock;
        this.thread = new BackgroundThread("meter-retention", this::forgetUntilClosed);
    }

    /** Starts forgetting. Does not block. */
    public static MeterRetention start(MeterStore store, ExclusiveWork exclusive, Duration kept, Clock clock) {
        MeterRetention retention = new MeterRetention(store, exclusive, kept, clock);
        retention.thread.start();
        return retention;
    }

    private void forgetUntilClosed() throws InterruptedException {
        do {
            forget();
        } while (thread.pause(INTERVAL));
    }

    private void forget() {
        try {
            exclusive.alone("metering retention", this::forgetAll);
        } catch (RuntimeException busyOrAway) {
            // Another node is at it, the database is away, or a bug of ours, which must not end the work for good: the
            // next hour
            // will do.
            assert busyOrAway != null;
        }
    }

    /** Returns how many rows went. */
    private long forgetAll() {
        long all = 0;
        int gone = ROWS_PER_STEP;
        while (gone == ROWS_PER_STEP && !thread.isStopping()) {
            gone = store.forget(clock.instant().minus(kept), ROWS_PER_STEP);
            all += gone;
        }
        return all;
    }

    /** Stops after the step under way; blocks for at most ten seconds. */
    @Override
    public void close() {
        thread.close();
    }
}
