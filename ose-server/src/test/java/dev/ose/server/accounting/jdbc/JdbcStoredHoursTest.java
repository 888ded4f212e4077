package dev.ose.server.accounting.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.server.accounting.usage.StoredHourKeeper;
import dev.ose.server.accounting.usage.StoredHours;
import dev.ose.server.catalog.jdbc.CatchUp;
import dev.ose.server.database.AdvisoryLocks;
import dev.ose.server.database.RowMappers;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.OperatorEvent;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.testkit.PostgresFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Hours that no node recorded, and clocks that are set ahead and back. */
class JdbcStoredHoursTest {

    @RegisterExtension
    static final PostgresFixture POSTGRES = PostgresFixture.migrated();

    private static final UUID TENANT = new UUID(0, 1);

    private static StoreFixture node;

    private StoredHours hours;

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
        node.database.update("TRUNCATE stored_snapshot, stored_hour, stored_tenant_hour");
        hours = new JdbcStoredHours(node.database, CatchUp.NOT_NEEDED);
    }

    /** An hour that was counted so many hours before the present one; a negative number is one ahead of the clock. */
    private static void counted(int hoursAgo) {
        recorded(hoursAgo, false);
    }

    private static void recorded(int hoursAgo, boolean isFilled) {
        node.database.update("""
                INSERT INTO stored_snapshot (hour, is_filled)
                VALUES (date_trunc('hour', now(), 'UTC') - ? * interval '1 hour', ?)
                """, hoursAgo, isFilled);
        for (String table : List.of("stored_hour", "stored_tenant_hour")) {
            boolean isOfBucket = table.equals("stored_hour");
            node.database.update(
                    "INSERT INTO " + table + " (hour, tenant_id, bytes, objects"
                            + (isOfBucket ? ", user_id, bucket" : "")
                            + ") VALUES (date_trunc('hour', now(), 'UTC') - ? * interval '1 hour', ?, 5, 1"
                            + (isOfBucket ? ", ?, 'kept')" : ")"),
                    isOfBucket ? new Object[] {hoursAgo, TENANT, TENANT} : new Object[] {hoursAgo, TENANT});
        }
    }

    private void recordAll() {
        while (hours.record().isPresent()) {
            // One hour each time.
        }
    }

    /** The recorded hours as their distance to the present one, those with values of the hour before with a star. */
    private static List<String> recorded() {
        return node.database.all("""
                SELECT (extract(epoch FROM date_trunc('hour', now(), 'UTC') - hour) / 3600)::int
                    || CASE WHEN is_filled THEN '*' ELSE '' END
                FROM stored_snapshot ORDER BY hour
                """, row -> row.getString(1));
    }

    private static List<Long> bytes() {
        return node.database.all("SELECT bytes FROM stored_tenant_hour ORDER BY hour", row -> row.getLong(1));
    }

    @Test
    void twoDaysAreFilledAndWhatExceedsThemStaysMissing() {
        counted(60);

        recordAll();

        List<String> all = recorded();
        assertThat(all).hasSize(50).startsWith("60", "59*").endsWith("13*", "12*", "0");
        assertThat(bytes()).hasSize(49).containsOnly(5L);
    }

    /** A statement may take five seconds; all rows of an hour take six here. */
    @Test
    void hourWithMoreBucketsThanOneStatementInsertsIsFilledAndCounted() {
        StoreFixture.Holder holder = node.holder("crowded");
        node.database.update(
                "INSERT INTO bucket (tenant_id, platform_id, name, owner_id, region)"
                        + " SELECT ?, platform_id, 'crowd-' || n, ?, 'r' FROM tenant, generate_series(1, 600) n"
                        + " WHERE id = ?",
                holder.tenant().id(),
                holder.made().user().id(),
                holder.tenant().id());
        counted(2);
        node.database.update(
                "INSERT INTO stored_hour (hour, tenant_id, user_id, bucket, bytes, objects)"
                        + " SELECT date_trunc('hour', now(), 'UTC') - interval '2 hours', ?, ?, 'crowd-' || n, 7, 1"
                        + " FROM generate_series(1, 600) n",
                TENANT,
                TENANT);
        node.database.update("CREATE FUNCTION be_slow() RETURNS trigger LANGUAGE plpgsql AS"
                + " 'BEGIN PERFORM pg_sleep(0.01); RETURN NEW; END'");
        node.database.update(
                "CREATE TRIGGER slow BEFORE INSERT ON stored_hour FOR EACH ROW EXECUTE FUNCTION be_slow()");
        try {
            hours = new JdbcStoredHours(node.database, CatchUp.NOT_NEEDED, 100);
            recordAll();
        } finally {
            node.database.update("DROP FUNCTION be_slow CASCADE");
            node.database.update(
                    "DELETE FROM bucket WHERE tenant_id = ?", holder.tenant().id());
        }

        assertThat(recorded()).containsExactly("2", "1*", "0");
        assertThat(node.database.all(
                        "SELECT count(*) FROM stored_hour GROUP BY hour ORDER BY hour", row -> row.getInt(1)))
                .startsWith(601, 601)
                .last()
                .satisfies(counted -> assertThat(counted).isGreaterThanOrEqualTo(600));
        // 600 buckets of 7 bytes and one of 5.
        assertThat(bytes().get(1)).isEqualTo(4_205);
    }

    @Test
    void hoursUpToTheLimitAreAllFilled() {
        counted(49);

        recordAll();

        assertThat(recorded()).hasSize(50).startsWith("49", "48*").endsWith("1*", "0");
    }

    @Test
    void fillingThatWasInterruptedEndsAtTheSameHour() {
        counted(60);
        for (int hour = 0; hour < 5; hour++) {
            hours.record();
        }

        recordAll();

        assertThat(recorded()).hasSize(50).endsWith("12*", "0");
    }

    @Test
    void missingHoursAreReportedOnceAndNothingIsDeletedWithThem() throws Exception {
        counted(60);
        RecordedJobs recorded = new RecordedJobs();

        try (Job _ = keeper(recorded)) {
            Instant present = node.database
                    .first("SELECT date_trunc('hour', now(), 'UTC')", row -> RowMappers.instant(row, 1))
                    .orElseThrow();
            assertThat(recorded.events().poll(1, TimeUnit.MINUTES))
                    .isEqualTo(new OperatorEvent.StoredHoursMissed(present, 11));
        }

        assertThat(recorded.events()).isEmpty();
        assertThat(recorded()).startsWith("60", "59*").endsWith("12*", "0");
    }

    @Test
    void hoursAreDeletedAfterTheirRetentionByTheDatabasesClock() {
        counted(30);
        counted(1);

        try (Job _ = keeper(new RecordedJobs())) {
            await().atMost(Duration.ofMinutes(1)).until(() -> recorded().equals(List.of("1", "0")));
        }

        assertThat(bytes()).containsExactly(5L);
    }

    private Job keeper(RecordedJobs recorded) {
        return StoredHourKeeper.start(recorded.make(), hours, new AdvisoryLocks(node.database), Duration.ofDays(1));
    }

    /** The clock was ahead for a while: hours were filled and one was counted that have not begun. */
    @Test
    void hoursAheadOfTheClockNeitherStopTheRecordNorReplaceIt() {
        counted(1);
        recorded(0, true);
        recorded(-1, true);
        counted(-2);

        assertThat(hours.record())
                .hasValueSatisfying(it -> assertThat(it.missed()).isZero());
        assertThat(hours.record()).isEmpty();

        assertThat(recorded()).containsExactly("1", "0", "-1*", "-2*");
        // There are no buckets now.
        assertThat(bytes()).containsExactly(5L, 5L, 5L);
        assertThat(hours.forget(Instant.now().plus(Duration.ofDays(1)), 10)).isEqualTo(3);
        assertThat(recorded()).startsWith("0");
    }

    @Test
    void hourThatWasCountedAheadOfTheClockIsCountedAgainWhenItBegins() {
        counted(0);
        counted(-1);
        assertThat(hours.record()).isEmpty();

        for (String table : List.of("stored_snapshot", "stored_hour", "stored_tenant_hour")) {
            node.database.update("DELETE FROM " + table + " WHERE hour <= now()");
            node.database.update("UPDATE " + table + " SET hour = hour - interval '1 hour'");
        }
        assertThat(hours.record()).isPresent();
        assertThat(hours.record()).isEmpty();

        assertThat(recorded()).containsExactly("0");
        assertThat(bytes()).isEmpty();
    }
}
