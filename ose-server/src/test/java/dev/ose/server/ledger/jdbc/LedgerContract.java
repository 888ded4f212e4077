package dev.ose.server.ledger.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.s3.ObjectKey;
import dev.ose.server.accounting.usage.Usage;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.jdbc.CompactionFixture;
import dev.ose.server.database.Database;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.ledger.Completion;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.ledger.commit.GroupCommitLedger;
import dev.ose.server.ledger.commit.History;
import dev.ose.server.ledger.commit.LedgerTables;
import dev.ose.server.ledger.commit.UncontendedBatch;
import dev.ose.server.ledger.node.NodeMembership;
import dev.ose.server.ledger.verify.DirtyKey;
import dev.ose.server.ledger.verify.KeyContent;
import dev.ose.server.ledger.verify.ObjectProbe;
import dev.ose.server.ledger.verify.Verifier;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.testkit.PostgresFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * What the ledger does on the real database, whatever its kind; {@code -Dose.simulation.database.histories=...} for a
 * longer run.
 */
abstract class LedgerContract {

    private static final int LOST_COMMITS = 4;

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    static final int HISTORIES = Integer.getInteger("ose.simulation.database.histories", 100);
    private static final AtomicLong BUCKETS = new AtomicLong();

    private static StoreFixture stores;
    private static StoreFixture.Holder holder;
    static Database database;

    private final LedgerKind kind;

    LedgerContract(LedgerKind kind) {
        this.kind = kind;
    }

    @BeforeAll
    static void open() {
        stores = new StoreFixture(postgres.database());
        holder = stores.holder("writer");
        database = stores.database;
    }

    @AfterAll
    static void close() {
        stores.close();
    }

    @Test
    @Timeout(180)
    void rowsEqualThePlatformAfterManyWritersOnTwoNodesAndLostConnections() throws Exception {
        BucketId bucket = newBucket();
        Map<ObjectAddress, ObjectFacts> platform = new ConcurrentHashMap<>();
        ObjectProbe probe =
                (where, key) -> KeyContent.of(Optional.ofNullable(platform.get(new ObjectAddress(where, key))));
        try (JdbcLedgerHarness world = world(bucket);
                Node a = node("stress-a", probe);
                Node b = node("stress-b", probe);
                ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            AtomicBoolean cutOften = new AtomicBoolean();
            for (int client = 0; client < 24; client++) {
                Random random = new Random(client);
                GroupCommitLedger ledger = client % 2 == 0 ? a.ledger : b.ledger;
                running.add(clients.submit(() -> write(ledger, bucket, platform, random, cutOften)));
            }
            Future<Integer> folded = clients.submit(() -> foldUntil(cutOften, bucket));
            while (failedCommits(a) + failedCommits(b) < LOST_COMMITS) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
                kind.cutCommitters(database);
            }
            cutOften.set(true);
            for (Future<?> each : running) {
                each.get(60, TimeUnit.SECONDS);
            }
            assertThat(folded.get(60, TimeUnit.SECONDS)).isPositive();

            await().atMost(Duration.ofMinutes(1))
                    .until(() ->
                            a.ledger.statistics().open() + b.ledger.statistics().open() == 0);
            await().atMost(Duration.ofMinutes(1)).until(() -> {
                world.outlastHolds();
                a.verifier.wake();
                return world.isSettled();
            });
            assertThat(world.rows()).isEqualTo(platform);
            assertThat(world.recorded()).isEqualTo(sum(platform));
            assertThat(a.verifier.settled() + b.verifier.settled()).isPositive();
        }
    }

    /** Rows change between the reads and the writes of a compaction: some steps find them changed, and some do not. */
    private static int foldUntil(AtomicBoolean isOver, BucketId bucket) {
        int folded = 0;
        while (folded == 0 || !isOver.get()) {
            folded += CompactionFixture.all(database, bucket);
        }
        return folded;
    }

    static Usage sum(Map<ObjectAddress, ObjectFacts> objects) {
        return Usage.ofObjects(
                objects.size(),
                objects.values().stream().mapToLong(ObjectFacts::sizeBytes).sum());
    }

    static Usage sum(History history) {
        Usage objects = sum(history.newest());
        List<Long> older = history.older().values().stream()
                .flatMap(versions -> versions.values().stream())
                .toList();
        return new Usage(
                objects.objects(),
                objects.storedBytes(),
                0,
                older.size(),
                older.stream().mapToLong(Long::longValue).sum());
    }

    private static long failedCommits(Node node) {
        return node.ledger.statistics().failedCommits();
    }

    /** Writes a number of times, and as long as connections are being cut. */
    private static void write(
            GroupCommitLedger ledger,
            BucketId bucket,
            Map<ObjectAddress, ObjectFacts> platform,
            Random random,
            AtomicBoolean cutOften) {
        for (int i = 0; i < 300 || !cutOften.get(); i++) {
            ObjectAddress address = new ObjectAddress(bucket, new ObjectKey("key-" + random.nextInt(12)));
            try {
                Intent intent = ledger.begin(address.bucket(), address.key()).join();
                ledger.complete(intent, change(platform, address, random)).join();
            } catch (CompletionException unavailable) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
            }
        }
    }

    private static WriteOutcome change(Map<ObjectAddress, ObjectFacts> platform, ObjectAddress address, Random random) {
        LockSupport.parkNanos(random.nextInt(500_000));
        if (random.nextInt(20) == 0) {
            return new WriteOutcome.Refused();
        }
        WriteOutcome outcome;
        if (random.nextInt(4) == 0) {
            platform.remove(address);
            outcome = new WriteOutcome.Deleted();
        } else {
            ObjectFacts facts = facts(random.nextLong(1L << 40));
            platform.put(address, facts);
            outcome = new WriteOutcome.Written(facts);
        }
        LockSupport.parkNanos(random.nextInt(500_000));
        return random.nextInt(20) == 0 ? new WriteOutcome.Unknown() : outcome;
    }

    private JdbcLedgerHarness world(BucketId bucket) {
        return new JdbcLedgerHarness(database, bucket, false, kind);
    }

    private Node node(String name, ObjectProbe probe) {
        return new Node(kind, name, probe);
    }

    @Test
    void loneWriteIsInTheRowWhenItsCompletionReturns() {
        BucketId bucket = newBucket();
        ObjectAddress address = new ObjectAddress(bucket, new ObjectKey("a/ü\n\uD83D\uDE00"));
        ObjectFacts facts = new ObjectFacts(5, "5d41402abc4b2a76b9719d911017c592-7", Instant.ofEpochSecond(1), "v1");
        try (JdbcLedgerHarness world = world(bucket);
                Node node = node("lone", (where, key) -> KeyContent.NOTHING)) {
            Intent intent = node.ledger.begin(bucket, address.key()).join();
            assertThat(world.count("op_intent")).isEqualTo(1);

            node.ledger.complete(intent, new WriteOutcome.Written(facts)).join();

            assertThat(world.rows()).containsExactly(Map.entry(address, facts));
            assertThat(world.isSettled()).isTrue();
            Intent second = node.ledger.begin(bucket, address.key()).join();
            node.ledger.complete(second, new WriteOutcome.Deleted()).join();
            assertThat(world.rows()).isEmpty();
        }
    }

    @Test
    void manyKeysBeginTogether() {
        BucketId bucket = newBucket();
        List<ObjectKey> keys = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            keys.add(new ObjectKey("k" + i));
        }
        try (JdbcLedgerHarness world = world(bucket);
                Node node = node("bulk", (where, key) -> KeyContent.NOTHING)) {
            List<Intent> intents = node.ledger.beginAll(bucket, keys).join();

            assertThat(intents).extracting(Intent::key).isEqualTo(keys);
            assertThat(world.count("op_intent")).isEqualTo(1000);
            intents.stream()
                    .map(intent -> node.ledger.complete(intent, new WriteOutcome.Deleted()))
                    .toList()
                    .forEach(done -> done.join());
            assertThat(world.isSettled()).isTrue();
        }
    }

    @Test
    void intentsOfAKilledNodeAreVerifiedAsSoonAsItStartsAgain() {
        BucketId bucket = newBucket();
        ObjectKey key = new ObjectKey("half-done");
        ObjectFacts facts = facts(77);
        try (JdbcLedgerHarness world = world(bucket)) {
            NodeMembership killed = NodeMembership.join(RecordedJobs.jobs(), world.nodes(), "phoenix");
            GroupCommitLedger lost = GroupCommitLedger.start(killed.operationIds(), List.of(world.tables()), () -> {});
            lost.begin(bucket, key).join();

            try (Node again = node("phoenix", (where, asked) -> KeyContent.of(Optional.of(facts)))) {
                await().atMost(Duration.ofMinutes(1)).until(() -> world.rows().containsValue(facts));

                // The killed process may have left a request under way: the key stays marked until the end of its hold.
                assertThat(world.count("object_dirty")).isEqualTo(1);
                world.outlastHolds();
                again.verifier.wake();
                await().atMost(Duration.ofMinutes(1)).until(world::isSettled);
            }
            lost.close();
        }
    }

    /** An abandoned connection may still deliver its commit later. */
    @Test
    void intentsThatTheDatabaseHasLateAreClearedUp() {
        BucketId bucket = newBucket();
        try (JdbcLedgerHarness world = world(bucket);
                LedgerTables tables = kind.tables(database)) {
            NodeMembership member = NodeMembership.join(RecordedJobs.jobs(), world.nodes(), "slow link");
            LateTables late = new LateTables(tables);
            GroupCommitLedger ledger = GroupCommitLedger.start(member.operationIds(), List.of(late), () -> {});
            assertThat(ledger.begin(bucket, new ObjectKey("late"))).failsWithin(Duration.ofMinutes(1));
            await().atMost(Duration.ofMinutes(1))
                    .until(() -> ledger.statistics().open() == 0);

            tables.commit(late.undelivered.join(), List.of());
            assertThat(world.count("op_intent")).isEqualTo(1);

            await().atMost(Duration.ofMinutes(1)).until(() -> world.count("op_intent") == 0);
            assertThat(world.count("object_dirty")).isEqualTo(1);
            ledger.close();
            member.close();
        }
    }

    /** Loses the answer to the first commit. */
    private record LateTables(LedgerTables tables, CompletableFuture<List<Intent>> undelivered)
            implements LedgerTables {

        LateTables(LedgerTables tables) {
            this(tables, new CompletableFuture<>());
        }

        @Override
        public Set<Long> commit(List<Intent> begun, List<Completion> ended) {
            if (undelivered.complete(begun)) {
                throw new FailureException(new Failure.OutcomeUnknown("commit"));
            }
            return tables.commit(begun, ended);
        }

        @Override
        public Set<Long> settle(UncontendedBatch change) {
            return tables.settle(change);
        }

        @Override
        public void transact(Consumer<Transaction> work) {
            tables.transact(work);
        }

        @Override
        public void close() {}
    }

    @Test
    void intentsOfANodeWhoseLeaseEndedAreReapedByOthers() {
        BucketId bucket = newBucket();
        try (JdbcLedgerHarness world = world(bucket);
                Node dead = node("dead", (where, key) -> KeyContent.NOTHING);
                Node live = node("live", (where, key) -> KeyContent.NOTHING)) {
            Intent swept = dead.ledger.begin(bucket, new ObjectKey("swept")).join();
            live.ledger.begin(bucket, new ObjectKey("kept")).join();
            assertThat(world.nodes().reap(100)).isZero();

            world.expire(dead.membership.node());

            assertThat(world.nodes().reap(100)).isEqualTo(1);
            assertThat(world.count("op_intent")).isEqualTo(1);
            assertThat(world.nodes().renew(dead.membership.node(), true)).isTrue();
            dead.ledger.complete(swept, new WriteOutcome.Written(facts(1))).join();
            assertThat(world.rows()).isEmpty();
            assertThat(world.count("object_dirty")).isEqualTo(1);
        }
    }

    @Test
    void answerFromAnEarlierLifeOfAMarkDoesNotClearTheNext() {
        BucketId bucket = newBucket();
        ObjectAddress address = new ObjectAddress(bucket, new ObjectKey("again"));
        try (JdbcLedgerHarness world = world(bucket)) {
            mark(address);
            DirtyKey first = world.dirtyKeys().claim(1).getFirst();
            world.outlastHolds();
            DirtyKey second = world.dirtyKeys().claim(1).getFirst();
            assertThat(world.dirtyKeys().settle(second, KeyContent.of(Optional.of(facts(1)))))
                    .isTrue();
            mark(address);

            assertThat(world.dirtyKeys().settle(first, KeyContent.of(Optional.empty())))
                    .isFalse();

            assertThat(world.rows()).containsValue(facts(1));
            assertThat(world.count("object_dirty")).isEqualTo(1);
            world.outlastHolds();
            DirtyKey third = world.dirtyKeys().claim(1).getFirst();
            assertThat(world.dirtyKeys().settle(third, KeyContent.of(Optional.empty())))
                    .isTrue();
            assertThat(world.isSettled()).isTrue();
        }
    }

    @Test
    void keyThatThePlatformCannotTellOfWaitsLongerEachTime() {
        BucketId bucket = newBucket();
        try (JdbcLedgerHarness world = world(bucket)) {
            mark(new ObjectAddress(bucket, new ObjectKey("mute")));
            List<Double> waits = new ArrayList<>();
            for (int attempt = 0; attempt < 9; attempt++) {
                DirtyKey key = world.dirtyKeys().claim(1).getFirst();
                world.dirtyKeys().postpone(key);
                assertThat(world.dirtyKeys().claim(1)).isEmpty();
                waits.add(database.first(
                                "SELECT extract(epoch FROM due_at - now()) FROM object_dirty WHERE bucket_id = ?",
                                row -> row.getDouble(1),
                                bucket)
                        .orElseThrow());
                world.outlastHolds();
            }

            assertThat(waits.getFirst()).isLessThanOrEqualTo(0.5);
            assertThat(waits.get(3)).isBetween(3.0, 4.0);
            assertThat(waits.getLast()).isBetween(55.0, 60.0);
            database.update("DELETE FROM object_dirty WHERE bucket_id = ?", bucket);
        }
    }

    private static void mark(ObjectAddress address) {
        database.update(
                "INSERT INTO object_dirty (bucket_id, key) VALUES (?, ?)",
                address.bucket(),
                address.key().value());
    }

    private static ObjectFacts facts(long size) {
        return new ObjectFacts(size, "etag-" + size, Instant.ofEpochSecond(size % 1_000_000), null);
    }

    static BucketId newBucket() {
        return stores.bucket(holder, "bucket-" + BUCKETS.incrementAndGet()).id();
    }

    /** The ledger's parts as a node runs them. */
    private static final class Node implements AutoCloseable {
        final NodeMembership membership;
        final Verifier verifier;
        final GroupCommitLedger ledger;
        private final LedgerKind.Follower follower;

        Node(LedgerKind kind, String name, ObjectProbe probe) {
            follower = kind.keeper(database);
            membership =
                    NodeMembership.join(RecordedJobs.jobs(), new JdbcNodeTable(database, "test", kind.name()), name);
            verifier = Verifier.start(RecordedJobs.jobs(), new JdbcDirtyKeys(database, follower.catchUp()), probe);
            List<LedgerTables> tables = List.of(kind.tables(database), kind.tables(database));
            ledger = GroupCommitLedger.start(membership.operationIds(), tables, verifier::wake);
            membership.follow(ledger);
        }

        @Override
        public void close() {
            ledger.close();
            verifier.close();
            membership.close();
            follower.close();
        }
    }
}
