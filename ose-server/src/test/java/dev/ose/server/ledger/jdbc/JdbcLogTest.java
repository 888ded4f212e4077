package dev.ose.server.ledger.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ose.s3.ObjectKey;
import dev.ose.server.accounting.usage.Usage;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.database.Database;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.ledger.Completion;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.ledger.commit.LedgerTables;
import dev.ose.server.ledger.log.LogEntry;
import dev.ose.server.ledger.node.LedgerOfOthers;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.OperatorEvent;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.testkit.PostgresFixture;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What of the log is applied, by whom, and when it goes. */
class JdbcLogTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    private static final AtomicLong OPERATIONS = new AtomicLong(1L << 48);

    private final StoreFixture stores = new StoreFixture(postgres.database());
    private final Database database = stores.database;
    private final BucketId bucket = stores.bucket(
                    stores.holder("log-" + OPERATIONS.get()), "b" + OPERATIONS.incrementAndGet())
            .id();
    private final JdbcLedgerHarness world = new JdbcLedgerHarness(database, bucket, false, LedgerKind.LOG);
    private final LedgerTables tables = world.tables();
    private final JdbcLogApplier applier = new JdbcLogApplier(database, () -> {});
    private final LogFollower follower = new LogFollower(database, applier);
    private final LogPartitions partitions = new LogPartitions(database);

    @AfterEach
    void close() {
        applier.close();
        world.close();
        stores.close();
    }

    @Test
    void whatIsAppendedIsInNoRowUntilItIsAskedFor() {
        write("k", 7);
        assertThat(count("object_info")).isZero();

        follower.of(bucket);

        assertThat(count("object_info")).isEqualTo(1);
        assertThat(count("op_intent")).isZero();
        assertThat(world.recorded()).isEqualTo(Usage.ofObjects(1, 7));
    }

    @Test
    void appendThatIsUnderWayHoldsBackWhatFollowsIt() throws SQLException {
        Intent late = intent("late");
        try (Connection other = database.openCommitter()) {
            append(other, LogEntry.begin(late));
            write("k", 7);

            LogFollower impatient = new LogFollower(database, applier, Duration.ZERO);
            assertThatExceptionOfType(FailureException.class).isThrownBy(() -> impatient.of(bucket));
            assertThat(count("object_info")).isZero();

            other.commit();
        }
        follower.of(bucket);
        assertThat(count("object_info")).isEqualTo(1);
        assertThat(count("op_intent")).isEqualTo(1);
    }

    @Test
    void transactionThatDoesNotAppendHoldsNothingBack() throws SQLException {
        try (Connection other = database.openCommitter()) {
            Database.update(other, "UPDATE ledger_origin SET id = 1");
            write("k", 7);

            follower.of(bucket);

            assertThat(count("object_info")).isEqualTo(1);
            other.rollback();
        }
    }

    @Test
    void countersAreUpToDateWithinATransactionThatHasChangedSomething() {
        write("k", 7);

        int rows = database.transact(connection -> {
            Database.update(connection, "UPDATE bucket SET region = region WHERE id = ?", bucket);
            follower.ofAll(connection);
            return Database.first(
                            connection,
                            "SELECT count(*) FROM object_info WHERE bucket_id = ?",
                            row -> row.getInt(1),
                            bucket)
                    .orElseThrow();
        });

        assertThat(rows).isEqualTo(1);
    }

    @Test
    void whatTheRowsRefuseIsVerifiedInstead() {
        write("broken", 7);
        database.update("UPDATE ledger_log SET size_bytes = -1 WHERE bucket_id = ? AND size_bytes = 7", bucket);

        world.nodes();

        assertThat(count("object_info")).isZero();
        assertThat(count("object_dirty")).isEqualTo(1);
        write("next", 8);
        follower.of(bucket);
        assertThat(count("object_info")).isEqualTo(1);
    }

    @Test
    void partitionIsTruncatedOnceAllOfItIsApplied() {
        write("k", 7);
        int part = database.first(
                        "UPDATE ledger_log SET part = (part + 2) % 4 WHERE bucket_id = ? RETURNING part",
                        row -> row.getInt(1), bucket)
                .orElseThrow();

        partitions.truncateApplied();
        assertThat(count("ledger_log")).isEqualTo(2);

        follower.of(bucket);
        partitions.truncateApplied();
        assertThat(count("ledger_log")).isZero();
        assertThat(database.first("SELECT FROM ledger_log_" + part, row -> true))
                .isEmpty();
    }

    @Test
    void restoredDatabaseHasTheKeysOfItsLogVerified() {
        write("k", 7);
        assertThat(partitions.beginAnewIfElsewhere()).isFalse();
        database.update("UPDATE ledger_origin SET system_identifier = 1");

        assertThat(partitions.beginAnewIfElsewhere()).isTrue();

        assertThat(count("ledger_log")).isZero();
        assertThat(count("object_dirty")).isEqualTo(1);
        assertThat(partitions.beginAnewIfElsewhere()).isFalse();
    }

    @Test
    void positionAheadOfAllTransactionsIsThatOfAnotherDatabase() {
        database.update("UPDATE ledger_lane SET tx = 1000000000000");
        write("k", 7);

        assertThat(partitions.beginAnewIfElsewhere()).isTrue();

        assertThat(count("object_dirty")).isEqualTo(1);
        write("k", 8);
        follower.of(bucket);
        assertThat(world.recorded()).isEqualTo(Usage.ofObjects(1, 8));
    }

    @Test
    void logThatIsNotAppliedForLongIsReportedOnce() throws SQLException {
        RecordedJobs recorded = new RecordedJobs();
        AtomicLong now = new AtomicLong();
        LogKeeper keeper = new LogKeeper(recorded.make(), follower, partitions, () -> {}, now::get);
        try (Connection other = database.openCommitter()) {
            append(other, LogEntry.begin(intent("late")));
            write("k", 7);
            for (int i = 0; i < 3; i++) {
                now.addAndGet(TimeUnit.SECONDS.toNanos(20));
                keeper.run();
            }
            assertThat(keeper.lag()).isEqualTo(Duration.ofMinutes(1));
            assertThat(recorded.events()).hasExactlyElementsOfTypes(OperatorEvent.LogStalled.class);
            other.commit();
        }
        keeper.run();

        assertThat(keeper.lag()).isZero();
        assertThat(recorded.durations()).containsExactly(Duration.ofMinutes(1));
        assertThat(recorded.events())
                .hasExactlyElementsOfTypes(OperatorEvent.LogStalled.class, OperatorEvent.LogFollowed.class);
        assertThat(count("object_info")).isEqualTo(1);
    }

    @Test
    void nodesThatKeepTheLedgerInAnotherWayDoNotJoin() {
        int node = world.nodes().register("log-node");
        JdbcNodeTable others = new JdbcNodeTable(database, "test");

        assertThatExceptionOfType(LedgerOfOthers.class)
                .isThrownBy(() -> others.register("rows-node"))
                .withMessageContaining("log-node");

        world.expire(node);
        world.nodes().leave(others.register("rows-node"), true);
    }

    private void write(String key, long size) {
        Intent intent = intent(key);
        tables.commit(List.of(intent), List.of());
        ObjectFacts facts = new ObjectFacts(size, "etag", Instant.EPOCH, null);
        tables.commit(List.of(), List.of(new Completion(intent, new WriteOutcome.Written(facts))));
    }

    private Intent intent(String key) {
        return new Intent(OPERATIONS.incrementAndGet(), bucket, new ObjectKey(key));
    }

    private static void append(Connection connection, LogEntry entry) throws SQLException {
        try (PreparedStatement statement =
                JdbcLogTables.append(connection, List.of(entry)).prepare()) {
            statement.execute();
        }
    }

    /** Without catching up. */
    private long count(String table) {
        return database.first("SELECT count(*) FROM " + table + " WHERE bucket_id = ?", row -> row.getLong(1), bucket)
                .orElseThrow();
    }
}
