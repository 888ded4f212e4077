package dev.ose.server.ledger.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.Secret;
import dev.ose.migrations.SchemaMigrator;
import dev.ose.postgres.EmbeddedPostgres;
import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.database.Database;
import dev.ose.server.database.DatabaseSettings;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.ledger.commit.FailoverWatch;
import dev.ose.server.ledger.commit.GroupCommitLedger;
import dev.ose.server.ledger.commit.RecentWriteRecorder;
import dev.ose.server.ledger.journal.RecentWrites;
import dev.ose.server.ledger.node.NodeMembership;
import dev.ose.server.ledger.verify.KeyContent;
import dev.ose.server.ledger.verify.Verifier;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.testkit.CrashingPostgres;
import java.io.IOException;
import java.nio.CharBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Promotes a standby that lacks the last commits of a PostgreSQL that died. */
@Timeout(300)
class FailoverTest {

    private static final BucketId BUCKET = new BucketId(1);
    private static final int KEYS = 30;

    @TempDir
    Path directory;

    private final Map<ObjectAddress, ObjectFacts> platform = new ConcurrentHashMap<>();

    @ParameterizedTest
    @EnumSource
    void everyAcknowledgedWriteIsFoundAgainBehindAStandbyThatLaggedBehind(LedgerKind kind) throws Exception {
        try (CrashingPostgres primary = CrashingPostgres.start(directory.resolve("primary"));
                CrashingPostgres standby = primary.standby(directory.resolve("standby"));
                Database database = open(primary.server(), standby.server())) {
            SchemaMigrator.migrate(database.dataSource());
            try (Node node = new Node(database, kind)) {
                for (int i = 0; i < KEYS; i++) {
                    write(node, i, 1);
                }
                List<Intent> open = List.of(node.begin(2 * KEYS), node.begin(2 * KEYS + 1), node.begin(2 * KEYS + 2));
                cutOff(primary, standby);
                // The standby knows the intents of these.
                written(node, open.get(0), 5);
                node.ledger.complete(open.get(1), new WriteOutcome.Refused()).join();
                for (int i = 0; i < KEYS; i += 2) {
                    write(node, i, 2);
                    delete(node, i + 1);
                    write(node, KEYS + i, 3);
                }
                assertThat(rows(database, kind)).isEqualTo(platform);

                primary.stopAtOnce();
                ask(standby, "SELECT pg_promote(true, 60)");

                await(() -> node.watch.failovers() > 0 && rows(database, kind).equals(platform));
                write(node, 0, 4);
                written(node, open.get(2), 6);
                write(node, 2 * KEYS, 7);
                write(node, 2 * KEYS + 1, 8);
                await(() -> rows(database, kind).equals(platform));
            }
        }
    }

    /** The node that wrote was down during the failover. */
    @Test
    void nodeThatStartsAgainNoticesWhatHappenedMeanwhile() throws Exception {
        try (CrashingPostgres primary = CrashingPostgres.start(directory.resolve("primary"));
                CrashingPostgres standby = primary.standby(directory.resolve("standby"));
                Database database = open(primary.server(), standby.server())) {
            SchemaMigrator.migrate(database.dataSource());
            try (Node node = new Node(database, LedgerKind.TABLES)) {
                cutOff(primary, standby);
                write(node, 1, 1);
            }
            primary.stopAtOnce();
            ask(standby, "SELECT pg_promote(true, 60)");
            // A node cannot start while its pool holds broken connections.
            await(() -> rows(database, LedgerKind.TABLES).isEmpty());

            try (Node node = new Node(database, LedgerKind.TABLES)) {
                await(() -> rows(database, LedgerKind.TABLES).equals(platform));
                assertThat(node.watch.failovers()).isEqualTo(1);
            }
            try (Node node = new Node(database, LedgerKind.TABLES)) {
                assertThat(node.watch.failovers()).as("it is known by now").isZero();
            }
        }
    }

    private static Database open(EmbeddedPostgres primary, EmbeddedPostgres standby) {
        String url = "jdbc:postgresql://127.0.0.1:%d,127.0.0.1:%d/postgres".formatted(primary.port(), standby.port());
        return new Database(DatabaseSettings.of(
                url, primary.user(), primary.withPassword(word -> Secret.of(CharBuffer.wrap(word)))));
    }

    /** Waits until the standby is up to date, and then disconnects it. */
    private static void cutOff(CrashingPostgres primary, CrashingPostgres standby) throws SQLException {
        String end = ask(primary, "SELECT pg_current_wal_lsn()");
        await(() ->
                ask(standby, "SELECT pg_last_wal_replay_lsn() >= '" + end + "'").equals("t"));
        ask(standby, "ALTER SYSTEM SET primary_conninfo = ''");
        ask(standby, "SELECT pg_reload_conf()");
        await(() -> ask(standby, "SELECT count(*) FROM pg_stat_wal_receiver").equals("0"));
    }

    private static String ask(CrashingPostgres server, String sql) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            ResultSet rows = statement.getResultSet();
            rows.next();
            return String.valueOf(rows.getString(1));
        }
    }

    private static ObjectAddress address(int number) {
        return new ObjectAddress(BUCKET, new ObjectKey("key-" + number));
    }

    private void write(Node node, int number, long size) {
        written(node, node.begin(number), size);
    }

    private void written(Node node, Intent intent, long size) {
        ObjectFacts facts = new ObjectFacts(size, "tag-" + size, Instant.EPOCH, null);
        platform.put(intent.address(), facts);
        node.ledger.complete(intent, new WriteOutcome.Written(facts)).join();
    }

    private void delete(Node node, int number) {
        Intent intent = node.begin(number);
        platform.remove(address(number));
        node.ledger.complete(intent, new WriteOutcome.Deleted()).join();
    }

    private static Map<ObjectAddress, ObjectFacts> rows(Database database, LedgerKind kind) {
        try (JdbcLedgerHarness world = new JdbcLedgerHarness(database, BUCKET, false, kind)) {
            return world.rows();
        }
    }

    private static void await(Condition condition) throws SQLException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
        while (!holds(condition)) {
            assertThat(System.nanoTime() - deadline).as("patience").isNegative();
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
    }

    /** The database may be unavailable at the moment. */
    private static boolean holds(Condition condition) throws SQLException {
        try {
            return condition.holds();
        } catch (FailureException away) {
            return false;
        }
    }

    private interface Condition {
        boolean holds() throws SQLException;
    }

    /** The parts of a node that concern writes, on the data directory of the test. */
    private final class Node implements AutoCloseable {

        private final NodeMembership membership;
        private final Verifier verifier;
        private final RecentWrites writes;
        private final GroupCommitLedger ledger;
        private final FailoverWatch watch;
        private final LedgerKind.Follower follower;

        Node(Database database, LedgerKind kind) throws IOException {
            follower = kind.keeper(database);
            membership =
                    NodeMembership.join(RecordedJobs.jobs(), new JdbcNodeTable(database, "test", kind.name()), "node");
            verifier = Verifier.start(
                    RecordedJobs.jobs(),
                    new JdbcDirtyKeys(database, follower.catchUp()),
                    (bucket, key) -> KeyContent.of(Optional.ofNullable(platform.get(new ObjectAddress(bucket, key)))));
            writes = RecentWrites.open(directory.resolve("recent"), System::nanoTime);
            ledger = GroupCommitLedger.start(
                    RecordedJobs.jobs(),
                    membership.operationIds(),
                    List.of(new RecentWriteRecorder(kind.tables(database), writes)),
                    verifier::wake,
                    directory.resolve("journal"));
            watch = FailoverWatch.start(
                    RecordedJobs.jobs(),
                    new FailoverWatch.Sources(
                            new JdbcDatabaseHistory(database),
                            writes,
                            kind.tables(database),
                            directory.resolve("recent").resolve("course")),
                    membership::beginAnew,
                    verifier::wake);
        }

        Intent begin(int number) {
            return ledger.begin(BUCKET, address(number).key()).join();
        }

        @Override
        public void close() {
            watch.close();
            ledger.close();
            writes.close();
            verifier.close();
            membership.close();
            follower.close();
        }
    }
}
