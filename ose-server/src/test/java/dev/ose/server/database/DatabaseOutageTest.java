package dev.ose.server.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.adapter.Secret;
import dev.ose.migrations.SchemaMigrator;
import dev.ose.postgres.EmbeddedPostgres;
import dev.ose.s3.ObjectKey;
import dev.ose.server.accounting.usage.Usage;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.ledger.commit.GroupCommitLedger;
import dev.ose.server.ledger.jdbc.JdbcDirtyKeys;
import dev.ose.server.ledger.jdbc.JdbcLedgerHarness;
import dev.ose.server.ledger.jdbc.JdbcLedgerTables;
import dev.ose.server.ledger.jdbc.JdbcNodeTable;
import dev.ose.server.ledger.node.NodeMembership;
import dev.ose.server.ledger.verify.KeyContent;
import dev.ose.server.ledger.verify.Verifier;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.testkit.CrashingPostgres;
import java.io.IOException;
import java.nio.CharBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Writes while a real PostgreSQL has crashed, and afterwards. */
@Timeout(300)
class DatabaseOutageTest {

    private static final BucketId BUCKET = new BucketId(1);

    @TempDir
    Path directory;

    private final Map<ObjectAddress, ObjectFacts> platform = new ConcurrentHashMap<>();
    private CrashingPostgres postgres;
    private Database database;

    @BeforeEach
    void start() {
        postgres = CrashingPostgres.start(directory.resolve("postgres"));
        database = open();
        SchemaMigrator.migrate(database.dataSource());
    }

    private Database open() {
        EmbeddedPostgres server = postgres.server();
        return new Database(DatabaseSettings.of(
                server.jdbcUrl(), server.user(), server.withPassword(word -> Secret.of(CharBuffer.wrap(word)))));
    }

    @AfterEach
    void stop() {
        database.close();
        postgres.close();
    }

    @Test
    void writesGoOnWhileTheDatabaseIsAwayAndAreInItsRowsAfterwards() throws Exception {
        try (Node node = new Node();
                JdbcLedgerHarness world = new JdbcLedgerHarness(database, BUCKET)) {
            write(node, "before", 1);
            write(node, "overwritten", 2);
            Intent slow = node.ledger.begin(BUCKET, new ObjectKey("slow")).join();

            postgres.stopAtOnce();
            write(node, "overwritten", 3);
            write(node, "new", 4);
            delete(node, "before");
            complete(node, slow, 5);
            Intent late = node.ledger.begin(BUCKET, new ObjectKey("late")).join();
            assertThat(node.ledger.statistics().journalBytes()).isPositive();

            postgres.startAgain();
            patiently().until(() -> {
                // Writes under way when the database stopped or came back are held for as long as they may still
                // appear.
                world.outlastHolds();
                return rowsEqualThePlatform(world);
            });
            complete(node, late, 6);
            write(node, "after", 7);
            patiently().until(() -> {
                world.outlastHolds();
                return world.isSettled() && rowsEqualThePlatform(world);
            });

            assertThat(platform.keySet())
                    .extracting(address -> address.key().value())
                    .containsExactlyInAnyOrder("overwritten", "new", "slow", "late", "after");
            assertThat(world.recorded()).isEqualTo(Usage.ofObjects(5, 3 + 4 + 5 + 6 + 7));
            assertThat(node.ledger.statistics().journalBytes()).isZero();
            assertThat(node.ledger.statistics().open()).isZero();
        }
    }

    /** As behind a firewall that dropped the connections' state: nothing breaks, nothing answers. */
    @Test
    void databaseThatHangsIsAwayAsWellAndItsWritesAreInItsRowsAfterwards() throws Exception {
        try (Node node = new Node();
                JdbcLedgerHarness world = new JdbcLedgerHarness(database, BUCKET)) {
            write(node, "before", 1);

            postgres.freeze();
            try {
                tellHowLong("enter", () -> write(node, "hung", 2));
                assertThat(node.ledger.statistics().journalBytes()).isPositive();
            } finally {
                postgres.thaw();
            }
            tellHowLong("leave", () -> patiently()
                    .until(() -> node.ledger.statistics().journalBytes() == 0));
            patiently().until(() -> {
                world.outlastHolds();
                return world.isSettled() && rowsEqualThePlatform(world);
            });
            write(node, "after", 3);

            assertThat(world.rows()).hasSize(3).isEqualTo(platform);
        }
    }

    /** For docs/guide/outages.md; the duration on a loaded machine proves nothing. */
    private static void tellHowLong(String what, Runnable step) {
        long began = System.nanoTime();
        step.run();
        System.out.printf("%.1f s to %s the outage%n", (System.nanoTime() - began) / 1e9, what);
    }

    /** These three, and the ledger's one attempt a second, bound the time to enter and leave an outage. */
    @Test
    void timesOfTheCommittersAddUpToWhatIsPromised() {
        DatabaseSettings options = DatabaseSettings.of("jdbc:postgresql://127.0.0.1/", "nobody", Secret.of("nothing"));

        assertThat(options.commitAnswerTimeout()).isLessThanOrEqualTo(Duration.ofSeconds(3));
        assertThat(options.connectTimeout()).isLessThanOrEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void nextLifeOfTheNodeReplaysWhatItFinds() throws Exception {
        try (Node node = new Node()) {
            postgres.stopAtOnce();
            write(node, "acknowledged", 1);
            Intent unheard = node.ledger.begin(BUCKET, new ObjectKey("unheard")).join();
            platform.put(new ObjectAddress(BUCKET, unheard.key()), facts(2));
        }
        postgres.startAgain();
        database.close();
        database = open();

        try (Node again = new Node();
                JdbcLedgerHarness world = new JdbcLedgerHarness(database, BUCKET)) {
            patiently().until(() -> {
                world.outlastHolds();
                return rowsEqualThePlatform(world) && world.isSettled();
            });

            assertThat(world.rows()).hasSize(2);
            assertThat(again.ledger.statistics().journalBytes()).isZero();
        }
    }

    /** The timeout for a connection is longer than this test may take: a known outage must end the wait. */
    @Test
    void noRequestWaitsForADatabaseThatIsKnownToBeAway() throws Exception {
        List<Boolean> reported = new CopyOnWriteArrayList<>();
        try (Database patient = open(Duration.ofMinutes(30), reported);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(one(patient)).isTrue();
            CountDownLatch taken = new CountDownLatch(1);
            CountDownLatch over = new CountDownLatch(1);
            Future<Integer> holder = threads.submit(() -> patient.query(connection -> {
                taken.countDown();
                awaitQuietly(over);
                return 1;
            }));
            taken.await();
            Future<Boolean> waiting = threads.submit(() -> one(patient));

            postgres.stopAtOnce();
            // As any other user of a connection would report; this one is held and not used.
            patient.suspect();
            patiently().until(patient::isAway);
            assertThat(waiting.get()).as("one who waited before it was known").isFalse();
            for (int i = 0; i < 100; i++) {
                assertThat(one(patient)).isFalse();
            }
            over.countDown();
            holder.get();

            postgres.startAgain();
            patiently().until(() -> one(patient));
            assertThat(reported).startsWith(true).endsWith(false);
        }
    }

    @Test
    void databaseThatHangsIsKnownToBeAwayAsWell() {
        try (Database patient = open(Duration.ofMinutes(30), new CopyOnWriteArrayList<>())) {
            assertThat(one(patient)).isTrue();

            postgres.freeze();
            try {
                patient.suspect();
                patiently().until(patient::isAway);
                assertThat(one(patient)).isFalse();
            } finally {
                postgres.thaw();
            }

            patiently().until(() -> one(patient));
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError("a thread that uses a connection is left alone", e);
        }
    }

    /** A pool of one connection. */
    private Database open(Duration waiting, List<Boolean> reported) {
        EmbeddedPostgres server = postgres.server();
        return new Database(
                DatabaseSettings.of(
                                server.jdbcUrl(),
                                server.user(),
                                server.withPassword(word -> Secret.of(CharBuffer.wrap(word))))
                        .with(new DatabaseSettings.Pool(1, waiting, Duration.ofMinutes(10), Duration.ofMinutes(30))),
                reported::add);
    }

    private static boolean one(Database asked) {
        try {
            return asked.first("SELECT 1", row -> row.getInt(1)).isPresent();
        } catch (FailureException away) {
            return false;
        }
    }

    private boolean rowsEqualThePlatform(JdbcLedgerHarness world) {
        return world.rows().equals(platform);
    }

    private void write(Node node, String key, long size) {
        complete(node, node.ledger.begin(BUCKET, new ObjectKey(key)).join(), size);
    }

    private void complete(Node node, Intent intent, long size) {
        platform.put(new ObjectAddress(BUCKET, intent.key()), facts(size));
        node.ledger.complete(intent, new WriteOutcome.Written(facts(size))).join();
    }

    private void delete(Node node, String key) {
        Intent intent = node.ledger.begin(BUCKET, new ObjectKey(key)).join();
        platform.remove(new ObjectAddress(BUCKET, intent.key()));
        node.ledger.complete(intent, new WriteOutcome.Deleted()).join();
    }

    private static ObjectFacts facts(long size) {
        return new ObjectFacts(size, "etag-" + size, Instant.ofEpochSecond(size), null);
    }

    /** Conditions ask the database: a connection of the pool may not have been found broken yet. */
    private static ConditionFactory patiently() {
        return await().atMost(Duration.ofMinutes(1)).ignoreExceptionsInstanceOf(FailureException.class);
    }

    /** The ledger's parts as a node runs them. */
    private final class Node implements AutoCloseable {
        final NodeMembership membership =
                NodeMembership.join(RecordedJobs.jobs(), new JdbcNodeTable(database, "test"), "outage");
        final Verifier verifier = Verifier.start(
                RecordedJobs.jobs(),
                new JdbcDirtyKeys(database),
                (bucket, key) -> KeyContent.of(Optional.ofNullable(platform.get(new ObjectAddress(bucket, key)))));
        final GroupCommitLedger ledger = GroupCommitLedger.start(
                RecordedJobs.jobs(),
                membership.operationIds(),
                List.of(new JdbcLedgerTables(database), new JdbcLedgerTables(database)),
                verifier::wake,
                directory.resolve("outage.journal"));

        Node() throws IOException {}

        @Override
        public void close() {
            ledger.close();
            verifier.close();
            membership.close();
        }
    }
}
