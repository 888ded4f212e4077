package dev.ose.server.runtime.telemetry;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Counts S3 requests by operation and kind of outcome: a few hundred series at most, whatever clients send. */
public final class RequestMetrics implements RequestRecorder {

    private final MeterRegistry registry;
    private final Counter bytesIn;
    private final Counter bytesOut;
    private final Counter bugs;
    private final Map<Series, Timer> timers = new ConcurrentHashMap<>();

    private record Series(String operation, String outcome) {}

    /** Registers its metrics, whose names begin with {@code ose.s3}. */
    public RequestMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.bytesIn = Counter.builder("ose.s3.received").baseUnit("bytes").register(registry);
        this.bytesOut = Counter.builder("ose.s3.sent").baseUnit("bytes").register(registry);
        this.bugs = Counter.builder("ose.s3.bugs").register(registry);
    }

    @Override
    public void record(RequestSummary summary) {
        timers.computeIfAbsent(new Series(summary.operation(), outcome(summary.status())), this::timer)
                .record(summary.cost().nanos(), TimeUnit.NANOSECONDS);
        bytesIn.increment((double) Math.max(0, summary.cost().bytesIn()));
        bytesOut.increment((double) summary.cost().bytesOut());
    }

    @Override
    public void recordBug(String requestId, Throwable bug) {
        bugs.increment();
    }

    private Timer timer(Series series) {
        return Timer.builder("ose.s3.requests")
                .tag("operation", series.operation())
                .tag("outcome", series.outcome())
                .register(registry);
    }

    private static String outcome(int status) {
        return switch (status / 100) {
            case 0 -> "cut";
            case 1, 2, 3 -> "success";
            case 4 -> "refused";
            default -> "failed";
        };
    }
}
