package dev.ose.server.accounting.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.server.accounting.metering.Category;
import dev.ose.server.accounting.metering.MeterRetention;
import dev.ose.server.accounting.metering.MeterStore;
import dev.ose.server.accounting.metering.Metered;
import dev.ose.server.accounting.metering.MeteredAccount;
import dev.ose.server.accounting.metering.MeteredHour;
import dev.ose.server.database.AdvisoryLocks;
import dev.ose.server.database.RowMappers;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.testkit.PostgresFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class JdbcMeterStoreTest {

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    private static final TenantId TENANT = new TenantId(new UUID(0, 1));
    private static final TenantId OTHER = new TenantId(new UUID(0, 2));
    private static final UserId USER = new UserId(new UUID(0, 3));
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final long HOUR = NOON.getEpochSecond() / 3600;

    private static StoreFixture node;

    private MeterStore store;

    @BeforeAll
    static void start() {
        node = new StoreFixture(POSTGRES.database());
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @BeforeEach
    void open() {
        node.database.update("TRUNCATE metered_hour, meter");
        node.database.update("UPDATE metered_retention SET deleted_before = '-infinity'");
        store = new JdbcMeterStore(node.database);
    }

    @Test
    void batchesOfTwoNodesAddUpAndARepeatedOneAddsNothing() {
        UUID one = UUID.randomUUID();
        UUID two = UUID.randomUUID();
        List<MeteredHour> batch = List.of(hour(TENANT, HOUR, "photos", new Metered(1, 2, 3)));

        store.add(one, 1, batch);
        store.add(one, 1, batch);
        store.add(two, 1, batch);
        store.add(one, 2, batch);
        store.add(one, 1, batch);

        assertThat(store.read(all(null, 10))).containsExactly(hour(TENANT, HOUR, "photos", new Metered(3, 6, 9)));
    }

    @Test
    void whatIsOlderIsForgottenStepByStepAndTheRestStays() {
        List<MeteredHour> kept = List.of(
                hour(TENANT, HOUR, "photos", new Metered(1, 2, 3)),
                hour(TENANT, HOUR + 1, "photos", new Metered(1, 2, 3)));
        store.add(UUID.randomUUID(), 1, kept);
        store.add(
                UUID.randomUUID(),
                1,
                List.of(
                        hour(TENANT, HOUR - 1, "a", new Metered(1, 2, 3)),
                        hour(TENANT, HOUR - 1, "b", new Metered(1, 2, 3)),
                        hour(TENANT, HOUR - 9, "c", new Metered(1, 2, 3))));

        Duration sinceNoon = Duration.between(NOON, Instant.now().plusSeconds(60));
        assertThat(store.forget(sinceNoon, 2)).isEqualTo(2);
        assertThat(store.forget(sinceNoon, 2)).isEqualTo(1);
        assertThat(store.forget(sinceNoon, 2)).isZero();

        assertThat(store.read(all(null, 10))).isEqualTo(kept);
    }

    @Test
    void whatWasKeptLongEnoughIsForgottenByItself() {
        long present = present();
        store.add(UUID.randomUUID(), 1, List.of(hour(TENANT, present - 29 * 24, "photos", new Metered(1, 2, 3))));
        store.add(UUID.randomUUID(), 1, List.of(hour(TENANT, present - 31 * 24, "photos", new Metered(1, 2, 3))));

        try (Job _ = MeterRetention.start(
                RecordedJobs.jobs(), store, new AdvisoryLocks(node.database), Duration.ofDays(30))) {
            await().atMost(Duration.ofMinutes(1)).until(() -> hours().size() < 2);
        }

        assertThat(hours()).containsExactly(present - 29 * 24);
    }

    /** With a clock that is ahead all hours are older than their retention. */
    @Test
    void hoursAreIncompleteUpToTheLastThatWasForgotten() {
        long present = present();
        store.add(UUID.randomUUID(), 1, List.of(hour(TENANT, present - 50, "photos", new Metered(1, 2, 3))));
        store.add(UUID.randomUUID(), 1, List.of(hour(TENANT, present - 40, "photos", new Metered(1, 2, 3))));

        assertThat(store.forget(Duration.ofDays(-365), 10)).isEqualTo(2);
        assertThat(store.forget(Duration.ofDays(-365), 10)).isZero();

        assertThat(node.database.first(
                        "SELECT deleted_before FROM metered_retention", row -> RowMappers.instant(row, 1)))
                .contains(Instant.ofEpochSecond((present - 39) * 3600));
    }

    private static long present() {
        return Instant.now().getEpochSecond() / 3600;
    }

    private static List<Long> hours() {
        return node.database.all(
                "SELECT extract(epoch FROM hour)::bigint / 3600 FROM metered_hour", row -> row.getLong(1));
    }

    @Test
    void callsOfIamAndStsHaveTheirCategories() {
        for (Category category : Category.values()) {
            store.add(
                    UUID.randomUUID(),
                    1,
                    List.of(new MeteredHour(
                            new MeteredHour.Line(
                                    HOUR, new MeteredAccount(TENANT, MeteredAccount.ANONYMOUS, ""), category),
                            new Metered(1, 0, 0))));
        }

        assertThat(store.read(all(null, 10)))
                .extracting(it -> it.line().category())
                .containsExactlyInAnyOrder(Category.values());
    }

    @Test
    void hoursAndTenantsAreChosen() {
        store.add(
                UUID.randomUUID(),
                1,
                List.of(
                        hour(TENANT, HOUR - 1, "photos", new Metered(1, 0, 0)),
                        hour(TENANT, HOUR, "photos", new Metered(2, 0, 0)),
                        hour(TENANT, HOUR + 1, "photos", new Metered(3, 0, 0)),
                        hour(OTHER, HOUR, "docs", new Metered(4, 0, 0))));

        assertThat(store.read(new MeterStore.Question(null, NOON, NOON.plus(Duration.ofHours(1)), null, 10)))
                .extracting(it -> it.metered().requests())
                .containsExactly(2L, 4L);
        assertThat(store.read(new MeterStore.Question(TENANT, NOON, NOON.plus(Duration.ofHours(2)), null, 10)))
                .extracting(it -> it.metered().requests())
                .containsExactly(2L, 3L);
    }

    @Test
    void everyLineIsOnOnePage() {
        List<MeteredHour> lines = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            lines.add(hour(i % 2 == 0 ? TENANT : OTHER, HOUR - i / 5, "bucket-" + i % 3, new Metered(i + 1, 0, 0)));
        }
        List<MeteredHour> distinct =
                lines.stream().collect(Collectors.toMap(MeteredHour::line, it -> it, (a, b) -> a)).values().stream()
                        .toList();
        store.add(UUID.randomUUID(), 1, distinct);

        List<MeteredHour> read = new ArrayList<>();
        List<MeteredHour> page;
        do {
            page = store.read(all(read.isEmpty() ? null : read.getLast().line(), 4));
            read.addAll(page);
        } while (page.size() == 4);

        assertThat(read).containsExactlyInAnyOrderElementsOf(distinct);
    }

    private static MeterStore.Question all(MeteredHour.@Nullable Line after, int limit) {
        return new MeterStore.Question(
                null, NOON.minus(Duration.ofDays(1)), NOON.plus(Duration.ofDays(1)), after, limit);
    }

    private static MeteredHour hour(TenantId tenant, long hour, String bucket, Metered metered) {
        return new MeteredHour(
                new MeteredHour.Line(hour, new MeteredAccount(tenant, USER, bucket), Category.READ), metered);
    }
}
