package dev.ose.server.runtime.jobs;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/** Registers the metrics that jobs declare. Thread-safe. Suppliers must be quick. */
public interface JobMetrics {

    /** Registers a counter since the start, with a name such as {@code ose.sync.objects}. */
    void count(String name, LongSupplier sinceStart);

    /**
     * Registers a gauge.
     *
     * @param unit such as {@code bytes}; empty for none
     */
    default void show(String name, String unit, DoubleSupplier now) {
        show(name, unit, Map.of(), now);
    }

    /** Registers a gauge with labels. */
    void show(String name, String unit, Map<String, String> labels, DoubleSupplier now);

    /**
     * Registers a histogram of durations, in seconds, and returns what records one of them.
     *
     * @param bounds the upper bounds of its buckets
     */
    Consumer<Duration> durations(String name, List<Duration> bounds);

    /** Registers the counters of runs and failures of a job, and the time of its last success. */
    void show(JobHealth health);
}
