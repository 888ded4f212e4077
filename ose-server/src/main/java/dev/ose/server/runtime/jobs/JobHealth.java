package dev.ose.server.runtime.jobs;

import java.time.Clock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * How background work fares. It counts each run and each failure, and reports a series of failures once when it begins, with
 * the cause, and once when the work succeeds again: so work neither fails silently nor fills a log. Thread-safe.
 */
public final class JobHealth {

    private final String name;
    private final OperatorEvents events;
    private final Clock clock;
    private final LongAdder runs = new LongAdder();
    private final LongAdder failures = new LongAdder();
    /** Failures since the last success. */
    private final AtomicLong series = new AtomicLong();

    private volatile long lastSuccess;

    JobHealth(String name, OperatorEvents events, Clock clock) {
        this.name = name;
        this.events = events;
        this.clock = clock;
    }

    /** What the work is called, in the log and in metrics. */
    public String name() {
        return name;
    }

    /** The work failed, and is tried again. */
    public void failed(Exception cause) {
        runs.increment();
        failures.increment();
        if (series.getAndIncrement() == 0) {
            events.report(new OperatorEvent.JobFailing(name, cause));
        }
    }

    /** The work succeeded. */
    public void succeeded() {
        runs.increment();
        lastSuccess = clock.instant().getEpochSecond();
        // Read first: this is the rule.
        long ended = series.get() == 0 ? 0 : series.getAndSet(0);
        if (ended > 0) {
            events.report(new OperatorEvent.JobRecovered(name, ended));
        }
    }

    /** How often it ran, failures included. */
    public long runs() {
        return runs.sum();
    }

    /** How often it failed. */
    public long failures() {
        return failures.sum();
    }

    /** When it succeeded last, in seconds since 1970; 0 if it did not yet. */
    public long lastSuccess() {
        return lastSuccess;
    }
}
