package dev.ose.server.runtime.telemetry;

import dev.ose.server.runtime.jobs.JobHealth;
import dev.ose.server.runtime.jobs.JobMetrics;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/** The node's metrics, and their exposition for Prometheus. Thread-safe. */
public final class Metrics implements JobMetrics, AutoCloseable {

    private static final String JOB = "job";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final JvmGcMetrics garbageCollection = new JvmGcMetrics();

    /** Starts with the metrics of the process. */
    public Metrics() {
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        garbageCollection.bindTo(registry);
    }

    /** For metrics of other parts. */
    public MeterRegistry registry() {
        return registry;
    }

    /** A counter holds its state object weakly and stops if that is collected: {@code this} is held by the node. */
    @Override
    public void count(String name, LongSupplier sinceStart) {
        FunctionCounter.builder(name, this, _ -> sinceStart.getAsLong()).register(registry);
    }

    @Override
    public void show(String name, String unit, Map<String, String> labels, DoubleSupplier now) {
        Gauge.Builder<?> gauge = Gauge.builder(name, now::getAsDouble);
        labels.forEach(gauge::tag);
        (unit.isEmpty() ? gauge : gauge.baseUnit(unit)).register(registry);
    }

    @Override
    public Consumer<Duration> durations(String name, List<Duration> bounds) {
        return Timer.builder(name)
                .serviceLevelObjectives(bounds.toArray(Duration[]::new))
                .register(registry)::record;
    }

    @Override
    public void show(JobHealth health) {
        FunctionCounter.builder("ose.job.runs", this, _ -> health.runs())
                .tag(JOB, health.name())
                .register(registry);
        FunctionCounter.builder("ose.job.failures", this, _ -> health.failures())
                .tag(JOB, health.name())
                .register(registry);
        Gauge.builder("ose.job.last.success", () -> (double) health.lastSuccess())
                .tag(JOB, health.name())
                .baseUnit("seconds")
                .register(registry);
    }

    /** All metrics in the Prometheus text format, version 0.0.4. */
    public String scrape() {
        return registry.scrape();
    }

    @Override
    public void close() {
        garbageCollection.close();
        registry.close();
    }
}
