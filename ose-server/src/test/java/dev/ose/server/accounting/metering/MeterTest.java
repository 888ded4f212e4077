package dev.ose.server.accounting.metering;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.testkit.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class MeterTest {

    private static final TenantId TENANT = new TenantId(new UUID(0, 1));
    private static final UserId USER = new UserId(new UUID(0, 2));
    private static final Instant START = Instant.parse("2026-11-21T10:59:59Z");
    private static final long HOUR = START.getEpochSecond() / 3600;

    private final SteppedClock clock = new SteppedClock(START);
    private final Meter meter = new Meter(clock);

    @Test
    void whatBelongsTogetherIsOneSum() {
        meter.count(account("photos"), Category.READ, 0, 100);
        meter.count(account("photos"), Category.READ, 5, 200);
        meter.count(account("photos"), Category.WRITE, 7, 0);
        meter.count(account("docs"), Category.READ, 0, 1);

        assertThat(meter.take())
                .containsExactlyInAnyOrder(
                        hour(HOUR, "photos", Category.READ, new Metered(2, 5, 300)),
                        hour(HOUR, "photos", Category.WRITE, new Metered(1, 7, 0)),
                        hour(HOUR, "docs", Category.READ, new Metered(1, 0, 1)));
        assertThat(meter.take()).isEmpty();
    }

    @Test
    void eachHourHasItsOwnSum() {
        meter.count(account("photos"), Category.READ, 0, 1);
        clock.advance(Duration.ofSeconds(1));
        meter.count(account("photos"), Category.READ, 0, 2);

        assertThat(meter.take())
                .containsExactlyInAnyOrder(
                        hour(HOUR, "photos", Category.READ, new Metered(1, 0, 1)),
                        hour(HOUR + 1, "photos", Category.READ, new Metered(1, 0, 2)));
    }

    @Test
    void sumsOfPastHoursAreForgottenOnceTaken() {
        Meter small = new Meter(clock, 1);
        small.count(account("photos"), Category.READ, 0, 1);
        small.take();
        clock.advance(Duration.ofHours(2));
        small.take();

        small.count(account("docs"), Category.READ, 0, 1);

        assertThat(small.take()).containsExactly(hour(HOUR + 2, "docs", Category.READ, new Metered(1, 0, 1)));
    }

    @Test
    void whatIsTooMuchIsCountedForItsTenant() {
        Meter small = new Meter(clock, 1);
        small.count(account("photos"), Category.READ, 0, 1);
        small.count(account("docs"), Category.READ, 0, 2);
        small.count(account("music"), Category.READ, 0, 3);
        small.count(account("photos"), Category.READ, 0, 4);

        assertThat(small.take())
                .containsExactlyInAnyOrder(
                        hour(HOUR, "photos", Category.READ, new Metered(2, 0, 5)),
                        new MeteredHour(
                                new MeteredHour.Line(
                                        HOUR, new MeteredAccount(TENANT, MeteredAccount.ANONYMOUS, ""), Category.READ),
                                new Metered(2, 0, 5)));
    }

    @Test
    void nothingIsLostOrCountedTwiceWhileSeveralCountAndOneTakes() throws Exception {
        int threads = 4;
        int each = 50_000;
        AtomicBoolean done = new AtomicBoolean();
        long requests;
        long bytes;
        try (ExecutorService pool = Executors.newFixedThreadPool(threads + 1)) {
            Future<List<MeteredHour>> taker = pool.submit(() -> {
                List<MeteredHour> taken = new ArrayList<>();
                while (!done.get()) {
                    taken.addAll(meter.take());
                }
                return taken;
            });
            List<Future<?>> counters = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                counters.add(pool.submit(() -> {
                    for (int i = 0; i < each; i++) {
                        meter.count(account("b" + i % 3), Category.READ, 1, 2);
                    }
                }));
            }
            for (Future<?> counter : counters) {
                counter.get();
            }
            done.set(true);
            List<MeteredHour> all = new ArrayList<>(taker.get());
            all.addAll(meter.take());
            requests = all.stream().mapToLong(it -> it.metered().requests()).sum();
            bytes = all.stream().mapToLong(it -> it.metered().bytesOut()).sum();
        }

        assertThat(requests).isEqualTo((long) threads * each);
        assertThat(bytes).isEqualTo(2L * threads * each);
    }

    /** Each write of a batch does nothing, succeeds, or succeeds without an answer. */
    @Property(tries = 200)
    void everyBatchIsAddedOnceHoweverItsWritesEnd(
            @ForAll @Size(min = 1, max = 30) List<@IntRange(max = 2) Integer> outcomes) {
        ForgetfulStore store = new ForgetfulStore(outcomes);
        MeterWriter writer = MeterWriter.unstarted(RecordedJobs.jobs(), meter, store);
        for (int i = 0; i < outcomes.size(); i++) {
            meter.count(account("b" + i % 4), Category.WRITE, i, 0);
            write(writer);
        }
        store.outcomes.clear();
        writer.write();
        writer.write();

        long requests =
                store.sums.values().stream().mapToLong(Metered::requests).sum();
        long bytes = store.sums.values().stream().mapToLong(Metered::bytesIn).sum();
        assertThat(requests).isEqualTo(outcomes.size());
        assertThat(bytes).isEqualTo(outcomes.size() * (outcomes.size() - 1L) / 2);
    }

    /** As its job does, which handles failures. */
    private static void write(MeterWriter writer) {
        try {
            writer.write();
        } catch (FailureException unanswered) {
            assertThat(unanswered.failure()).isInstanceOf(Failure.MetadataUnavailable.class);
        }
    }

    private static MeteredAccount account(String bucket) {
        return new MeteredAccount(TENANT, USER, bucket);
    }

    private static MeteredHour hour(long hour, String bucket, Category category, Metered metered) {
        return new MeteredHour(new MeteredHour.Line(hour, account(bucket), category), metered);
    }

    /** Adds as the contract demands, with given outcomes: 0 fails before, 1 succeeds, 2 fails after. */
    private static final class ForgetfulStore implements MeterStore {

        private final List<Integer> outcomes;
        private final Map<MeteredHour.Line, Metered> sums = new HashMap<>();
        private long last;

        ForgetfulStore(List<Integer> outcomes) {
            this.outcomes = new ArrayList<>(outcomes);
        }

        @Override
        public void add(UUID meter, long number, List<MeteredHour> batch) {
            int outcome = outcomes.isEmpty() ? 1 : outcomes.removeFirst();
            if (outcome == 0) {
                throw new FailureException(new Failure.MetadataUnavailable());
            }
            if (number > last) {
                last = number;
                batch.forEach(it -> sums.merge(
                        it.line(),
                        it.metered(),
                        (one, other) -> new Metered(
                                one.requests() + other.requests(),
                                one.bytesIn() + other.bytesIn(),
                                one.bytesOut() + other.bytesOut())));
            }
            if (outcome == 2) {
                throw new FailureException(new Failure.MetadataUnavailable());
            }
        }

        @Override
        public List<MeteredHour> read(Question question) {
            return List.of();
        }

        @Override
        public int forget(Duration kept, int limit) {
            return 0;
        }
    }
}
