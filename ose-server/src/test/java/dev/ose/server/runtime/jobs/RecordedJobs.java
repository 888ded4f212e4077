package dev.ose.server.runtime.jobs;

import java.time.Clock;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.LongSupplier;

/** Jobs whose events are kept, and whose metrics are not looked at. */
public final class RecordedJobs implements OperatorEvents, JobMetrics {

    private final BlockingQueue<OperatorEvent> events = new LinkedBlockingQueue<>();

    /** Jobs whose events nothing looks at. */
    public static Jobs jobs() {
        return new RecordedJobs().make();
    }

    /** Jobs that report to this. */
    public Jobs make() {
        return new Jobs(this, this, Clock.systemUTC());
    }

    /** What was reported so far. */
    public BlockingQueue<OperatorEvent> events() {
        return events;
    }

    @Override
    public void report(OperatorEvent event) {
        events.add(event);
    }

    @Override
    public void count(String name, LongSupplier sinceStart) {
        // Not looked at.
    }

    @Override
    public void show(String name, String unit, LongSupplier now) {
        // Not looked at.
    }

    @Override
    public void show(JobHealth health) {
        // Not looked at.
    }
}
