package dev.ose.server.platform.capacity;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.adapter.PlatformCapacity;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.JobHealth;
import dev.ose.server.runtime.jobs.JobMetrics;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.testkit.SteppedClock;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is said of figures that are missing, old or uncertain. */
class CapacityReaderTest {

    private static final Instant NOW = Instant.parse("2026-11-28T04:00:00Z");
    private static final PlatformCapacity FIGURES = new PlatformCapacity(1_000, 600, 350);
    private static final Platform PLATFORM =
            new Platform(new PlatformId(1), "main", URI.create("http://127.0.0.1:1"), "us-east-1", Set.of(), Set.of());

    private final SteppedClock clock = new SteppedClock(NOW);
    private final Gauges gauges = new Gauges();
    private final CountDownLatch begun = new CountDownLatch(1);
    private volatile Supplier<Optional<PlatformCapacity>> answer = Optional::empty;
    private CapacityReader reader;

    @BeforeEach
    void start() throws InterruptedException {
        reader = CapacityReader.start(
                new Jobs(gauges, _ -> {}, clock),
                _ -> {
                    Optional<PlatformCapacity> found = answer.get();
                    begun.countDown();
                    return found;
                },
                PLATFORM,
                clock);
        begun.await();
        reader.close();
    }

    @AfterEach
    void stop() {
        reader.close();
    }

    @Test
    void platformWithoutFiguresIsUnknownAndWasAsked() {
        reader.read();

        assertThat(reader.reading()).isEqualTo(new CapacityReading(CapacityReading.State.UNKNOWN, null, NOW, ""));
        assertThat(gauges.value("ose.platform.capacity")).isNaN();
    }

    @Test
    void figuresAreCurrentForAWhileAndThenStaleWithoutAMetric() {
        answer = () -> Optional.of(FIGURES);
        reader.read();

        assertThat(reader.reading()).isEqualTo(new CapacityReading(CapacityReading.State.CURRENT, FIGURES, NOW, ""));
        assertThat(gauges.value("ose.platform.capacity")).isEqualTo(1_000);
        assertThat(gauges.value("ose.platform.capacity.used")).isEqualTo(600);
        assertThat(gauges.value("ose.platform.capacity.available")).isEqualTo(350);

        clock.advance(Duration.ofMinutes(16));
        assertThat(reader.reading().state()).isEqualTo(CapacityReading.State.STALE);
        assertThat(gauges.value("ose.platform.capacity")).isNaN();
    }

    @Test
    void figuresOfAClockThatWasSetBackAreStale() {
        answer = () -> Optional.of(FIGURES);
        reader.read();

        clock.advance(Duration.ofHours(-1));
        assertThat(reader.reading().state()).isEqualTo(CapacityReading.State.STALE);

        reader.read();
        assertThat(reader.reading().state()).isEqualTo(CapacityReading.State.CURRENT);
    }

    @Test
    void failureKeepsTheOldFiguresAsStaleWithItsReason() {
        answer = () -> Optional.of(FIGURES);
        reader.read();
        clock.advance(Duration.ofMinutes(5));
        answer = () -> {
            throw new FailureException(new Failure.PlatformUnreachable("main"));
        };

        assertThatThrownBy(reader::read).isInstanceOf(FailureException.class);

        assertThat(reader.reading())
                .isEqualTo(new CapacityReading(CapacityReading.State.STALE, FIGURES, NOW, "PlatformUnreachable"));
        assertThat(gauges.value("ose.platform.capacity.used")).isNaN();
    }

    @Test
    void platformThatReportsFiguresNoLongerIsUnknown() {
        answer = () -> Optional.of(FIGURES);
        reader.read();
        answer = Optional::empty;

        reader.read();

        assertThat(reader.reading().state()).isEqualTo(CapacityReading.State.UNKNOWN);
        assertThat(reader.reading().capacity()).isNull();
    }

    @Test
    void platformWithoutFiguresIsAskedAgainAfterAnHourAndNotBefore() {
        reader.read();
        answer = () -> Optional.of(FIGURES);

        clock.advance(Duration.ofMinutes(59));
        reader.readIfDue();
        assertThat(reader.reading().state()).isEqualTo(CapacityReading.State.UNKNOWN);
        clock.advance(Duration.ofMinutes(1));
        reader.readIfDue();
        assertThat(reader.reading().state()).isEqualTo(CapacityReading.State.CURRENT);
        reader.readIfDue();
        assertThat(reader.reading().readAt()).isEqualTo(clock.instant());
    }

    @Test
    void platformThatFailedOrWhoseClockWasSetBackIsAskedAtOnce() {
        reader.read();
        clock.advance(Duration.ofDays(-1));
        answer = () -> {
            throw new FailureException(new Failure.PlatformUnreachable("main"));
        };
        assertThatThrownBy(reader::readIfDue).isInstanceOf(FailureException.class);

        answer = () -> Optional.of(FIGURES);
        reader.readIfDue();

        assertThat(reader.reading().state()).isEqualTo(CapacityReading.State.CURRENT);
    }

    /** The gauges that jobs register. */
    private static final class Gauges implements JobMetrics {

        private final Map<String, DoubleSupplier> registered = new ConcurrentHashMap<>();

        double value(String name) {
            return requireNonNull(registered.get(name)).getAsDouble();
        }

        @Override
        public void show(String name, String unit, Map<String, String> labels, DoubleSupplier now) {
            registered.put(name, now);
        }

        @Override
        public void count(String name, LongSupplier sinceStart) {
            // None here.
        }

        @Override
        public Consumer<Duration> durations(String name, List<Duration> bounds) {
            return _ -> {};
        }

        @Override
        public void show(JobHealth health) {
            // That of every job.
        }
    }
}
