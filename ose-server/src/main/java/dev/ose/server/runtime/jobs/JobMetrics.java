package dev.ose.server.runtime.jobs;

import java.util.function.LongSupplier;

/** Takes the metrics of jobs, so that each job declares its own. Thread-safe. Suppliers must be quick. */
public interface JobMetrics {

    /** Counts since the start, under a name such as {@code ose.sync.objects}. */
    void count(String name, LongSupplier sinceStart);

    /**
     * Shows a number as it is now.
     *
     * @param unit such as {@code bytes}; empty for none
     */
    void show(String name, String unit, LongSupplier now);

    /** Counts runs and failures of a job, and shows when it succeeded last. */
    void show(JobHealth health);
}
