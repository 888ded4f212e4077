package dev.ose.server.runtime.jobs;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/** Jobs whose events and durations are recorded and whose other metrics are ignored. */
public final class RecordedJobs implements OperatorEvents, JobMetrics {

    private final BlockingQueue<OperatorEvent> events = new LinkedBlockingQueue<>();
    private final List<Duration> durations = new CopyOnWriteArrayList<>();

    /** Jobs whose events are ignored. */
    public static Jobs jobs() {
        return new RecordedJobs().make();
    }

    /** Jobs that report to this object. */
    public Jobs make() {
        return new Jobs(this, this, Clock.systemUTC());
    }

    /** The events reported so far. */
    public BlockingQueue<OperatorEvent> events() {
        return events;
    }

    /** The recorded durations so far. */
    public List<Duration> durations() {
        return durations;
    }

    @Override
    public void report(OperatorEvent event) {
        events.add(event);
    }

    @Override
    public void count(String name, LongSupplier sinceStart) {
        // Ignored.
    }

    @Override
    public void show(String name, String unit, Map<String, String> labels, DoubleSupplier now) {
        // Ignored.
    }

    @Override
    public Consumer<Duration> durations(String name, List<Duration> bounds) {
        return durations::add;
    }

    @Override
    public void show(JobHealth health) {
        // Ignored.
    }
}
