package dev.ose.server.platform.capacity;

import dev.ose.adapter.PlatformCapacity;
import dev.ose.server.platform.Platform;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Reads the capacity of a platform every five minutes, on each node: the data directory of the embedded platform is the
 * node's own. Thread-safe.
 */
public final class CapacityReader implements AutoCloseable {

    private static final Duration INTERVAL = Duration.ofMinutes(5);
    private static final Duration RETRY = Duration.ofMinutes(1);

    /** How often a platform is asked that reports none: the answer costs some of them much, and will hardly change. */
    private static final Duration WITHOUT_FIGURES = Duration.ofHours(1);

    /** More than an interval and the longest call. */
    private static final Duration MAX_AGE = Duration.ofMinutes(15);

    private final CapacitySource source;
    private final Platform platform;
    private final Clock clock;
    private final Job job;
    private volatile Known known = new Known(null, null, "");

    private record Known(
            @Nullable PlatformCapacity capacity, @Nullable Instant readAt, String problem) {}

    private CapacityReader(Jobs jobs, CapacitySource source, Platform platform, Clock clock) {
        this.source = source;
        this.platform = platform;
        this.clock = clock;
        this.job = jobs.periodic(
                JobPlan.every(platform.jobName("platform-capacity"), INTERVAL).retriedAfter(RETRY), _ -> readIfDue());
        show(jobs, "ose.platform.capacity", PlatformCapacity::totalBytes);
        show(jobs, "ose.platform.capacity.used", PlatformCapacity::usedBytes);
        show(jobs, "ose.platform.capacity.available", PlatformCapacity::availableBytes);
    }

    private void show(Jobs jobs, String name, ToLongFunction<PlatformCapacity> figure) {
        jobs.metrics().show(name, "bytes", Map.of("platform", platform.name()), () -> figure(figure));
    }

    /** Starts the job. Does not block. */
    public static CapacityReader start(Jobs jobs, CapacitySource source, Platform platform, Clock clock) {
        CapacityReader reader = new CapacityReader(jobs, source, platform, clock);
        reader.job.start();
        return reader;
    }

    /** What is known now. Does not block. */
    public CapacityReading reading() {
        Known last = known;
        return new CapacityReading(state(last), last.capacity(), last.readAt(), last.problem());
    }

    private CapacityReading.State state(Known last) {
        if (last.capacity() == null || last.readAt() == null) {
            return CapacityReading.State.UNKNOWN;
        }
        return last.problem().isEmpty() && age(last.readAt()).compareTo(MAX_AGE) <= 0
                ? CapacityReading.State.CURRENT
                : CapacityReading.State.STALE;
    }

    /** Large, too, if the clock was set back by that much since. */
    private Duration age(Instant readAt) {
        return Duration.between(readAt, clock.instant()).abs();
    }

    /** Metrics have no figure that is not current: an alert on it would not notice that it stands still. */
    private double figure(ToLongFunction<PlatformCapacity> figure) {
        CapacityReading now = reading();
        return now.state() == CapacityReading.State.CURRENT && now.capacity() != null
                ? figure.applyAsLong(now.capacity())
                : Double.NaN;
    }

    /** A run of the job. */
    void readIfDue() {
        Known last = known;
        boolean hadNone = last.capacity() == null
                && last.readAt() != null
                && last.problem().isEmpty()
                && age(last.readAt()).compareTo(WITHOUT_FIGURES) < 0;
        if (!hadNone) {
            read();
        }
    }

    /** Reads at once, beside the job. Blocks for as long as the platform takes; a failure is shown, and thrown. */
    void read() {
        try {
            Optional<PlatformCapacity> found = source.capacity(platform.id());
            known = new Known(found.orElse(null), clock.instant(), "");
        } catch (RuntimeException e) {
            Known last = known;
            known = new Known(last.capacity(), last.readAt(), FailureException.codeOf(e));
            throw e;
        }
    }

    /** Stops the job, and waits for at most ten seconds. */
    @Override
    public void close() {
        job.close();
    }
}
