package dev.ose.server.runtime.jobs;

import dev.ose.server.runtime.failure.FailureException;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The health of background work. Counts each run and failure, and reports a series of failures once when it begins,
 * with the cause, and once when the work succeeds again: the work neither fails silently nor fills the log.
 * Thread-safe.
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
    private volatile String lastCause = "";

    JobHealth(String name, OperatorEvents events, Clock clock) {
        this.name = name;
        this.events = events;
        this.clock = clock;
    }

    /** The name of the work in the log and in metrics. */
    public String name() {
        return name;
    }

    /** Records a failed run, which will be retried. */
    public void failed(Exception cause) {
        runs.increment();
        failures.increment();
        lastCause = FailureException.codeOf(cause);
        if (series.getAndIncrement() == 0) {
            events.report(new OperatorEvent.JobFailing(name, cause));
        }
    }

    /** Records a successful run. */
    public void succeeded() {
        runs.increment();
        lastSuccess = clock.instant().getEpochSecond();
        // Read first, because there is rarely a series: avoids a write.
        long ended = series.get() == 0 ? 0 : series.getAndSet(0);
        if (ended > 0) {
            events.report(new OperatorEvent.JobRecovered(name, ended));
        }
    }

    /** The number of runs, including failed ones. */
    public long runs() {
        return runs.sum();
    }

    /** The number of failures. */
    public long failures() {
        return failures.sum();
    }

    /** The number of failures since the last success. */
    public long consecutiveFailures() {
        return series.get();
    }

    /** The code of the last failure's cause, also after a success; empty if none failed yet. */
    public String lastCause() {
        return lastCause;
    }

    /** The time of the last success, in seconds since 1970; 0 if none yet. */
    public long lastSuccess() {
        return lastSuccess;
    }
}
