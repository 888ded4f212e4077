package dev.ose.server.catalog.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ObjectKey;
import dev.ose.server.accounting.jdbc.JdbcCounterTables;
import dev.ose.server.accounting.usage.Usage;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.IndexedObject;
import dev.ose.server.catalog.KeyRange;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.ObjectIndex;
import dev.ose.server.catalog.compaction.SegmentCompactor;
import dev.ose.server.database.AdvisoryLocks;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.ledger.commit.GroupCommitLedger;
import dev.ose.server.ledger.jdbc.JdbcDirtyKeys;
import dev.ose.server.ledger.jdbc.JdbcLedgerHarness;
import dev.ose.server.ledger.jdbc.JdbcLedgerTables;
import dev.ose.server.ledger.jdbc.JdbcNodeTable;
import dev.ose.server.ledger.node.NodeMembership;
import dev.ose.server.ledger.verify.DirtyKey;
import dev.ose.server.ledger.verify.KeyContent;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.testkit.PostgresFixture;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Rows and segments together, against a plain map; {@code -Dose.simulation.seed=...} begins at the seed of a failure.
 */
class CompactionTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    private static final int RUNS = 12;
    private static final int STEPS = 60;
    private static final int KEYS = 40;
    private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");

    private StoreFixture stores;
    private StoreFixture.Holder holder;
    private NodeMembership node;
    private GroupCommitLedger ledger;
    private JdbcObjectIndex index;

    @BeforeEach
    void open() {
        stores = new StoreFixture(postgres.database());
        holder = stores.holder("holder-" + System.nanoTime());
        node = NodeMembership.join(RecordedJobs.jobs(), new JdbcNodeTable(stores.database, "test"), "node");
        ledger = GroupCommitLedger.start(node.operationIds(), List.of(new JdbcLedgerTables(stores.database)), () -> {});
        index = new JdbcObjectIndex(stores.database);
    }

    @AfterEach
    void close() {
        ledger.close();
        node.close();
        stores.close();
    }

    @Test
    void indexEqualsAPlainMapWhateverIsWrittenAndFolded() {
        long first = Long.getLong("ose.simulation.seed", System.nanoTime());

        for (long seed = first; seed < first + RUNS; seed++) {
            Run run = new Run(seed, bucket().id());
            for (int step = 0; step < STEPS; step++) {
                run.step();
            }
            run.check();
        }
    }

    /** A random history of one bucket with its expected content. */
    private final class Run {
        private final long seed;
        private final Random random;
        private final BucketId bucket;
        private final TreeMap<ObjectKey, ObjectFacts> model = new TreeMap<>();
        private final Map<String, Long> older = new HashMap<>();

        Run(long seed, BucketId bucket) {
            this.seed = seed;
            this.random = new Random(seed);
            this.bucket = bucket;
        }

        void step() {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> put(key());
                case 3 -> delete(key());
                case 4 -> settle(key());
                case 5 -> fold();
                case 6 -> CompactionFixture.until(stores.database, bucket, TIME.plusSeconds(random.nextInt(1_000)));
                default -> look();
            }
        }

        /** Sometimes as a release did that writes no place of the entity tags. */
        private void fold() {
            CompactionFixture.all(stores.database, bucket);
            if (random.nextBoolean()) {
                CompactionFixture.becomeOlder(stores.database, bucket);
            }
        }

        private ObjectKey key() {
            int number = random.nextInt(KEYS);
            return new ObjectKey((number % 3 == 0 ? "\uD83D\uDE00" : "a/" + "x".repeat(number % 5)) + number);
        }

        private ObjectFacts facts() {
            return new ObjectFacts(
                    random.nextLong(1L << 40),
                    random.nextBoolean() ? "5d41402abc4b2a76b9719d911017c592" : "other",
                    TIME.plusSeconds(random.nextInt(1_000)),
                    random.nextInt(4) == 0 ? "v" + random.nextInt() : null);
        }

        private void put(ObjectKey key) {
            ObjectFacts facts = facts();
            write(bucket, key, new WriteOutcome.Written(facts));
            become(key, facts);
        }

        private void become(ObjectKey key, ObjectFacts facts) {
            ObjectFacts before = model.put(key, facts);
            if (before != null
                    && facts.versionId() != null
                    && !facts.versionId().equals(before.versionId())) {
                older.putIfAbsent(key.value() + ' ' + before.versionId(), before.sizeBytes());
            }
        }

        private void delete(ObjectKey key) {
            write(bucket, key, new WriteOutcome.Deleted());
            model.remove(key);
        }

        /** The platform reports the known content or other content. */
        private void settle(ObjectKey key) {
            Optional<ObjectFacts> said =
                    switch (random.nextInt(3)) {
                        case 0 -> Optional.ofNullable(model.get(key));
                        case 1 -> Optional.of(facts());
                        default -> Optional.empty();
                    };
            stores.database.update("INSERT INTO object_dirty (bucket_id, key) VALUES (?, ?)", bucket, key.value());
            JdbcDirtyKeys dirty = new JdbcDirtyKeys(stores.database);
            DirtyKey claimed = dirty.claim(1).getFirst();
            assertThat(dirty.settle(claimed, KeyContent.of(said))).isTrue();
            said.ifPresentOrElse(facts -> become(key, facts), () -> model.remove(key));
        }

        private void look() {
            KeyRange range = new KeyRange(
                    random.nextBoolean() ? "" : key().value(),
                    random.nextBoolean() ? Optional.empty() : Optional.of(key().value()));
            int limit = 1 + random.nextInt(KEYS);
            assertThat(index.range(bucket, range, limit))
                    .as("seed %d: %s, %d", seed, range, limit)
                    .isEqualTo(expected(range, limit));
            ObjectKey key = key();
            assertThat(index.get(new ObjectAddress(bucket, key)))
                    .as("seed %d: %s", seed, key)
                    .isEqualTo(Optional.ofNullable(model.get(key)));
        }

        private List<IndexedObject> expected(KeyRange range, int limit) {
            return model.entrySet().stream()
                    .filter(each -> range.contains(each.getKey().value()))
                    .limit(limit)
                    .map(each -> new IndexedObject(each.getKey(), each.getValue()))
                    .toList();
        }

        void check() {
            long bytes =
                    model.values().stream().mapToLong(ObjectFacts::sizeBytes).sum();
            assertThat(index.range(bucket, KeyRange.ALL, 1_000))
                    .as("seed %d", seed)
                    .isEqualTo(expected(KeyRange.ALL, 1_000));
            assertThat(index.count(bucket)).isEqualTo(new ObjectIndex.Count(model.size(), bytes));
            try (JdbcLedgerHarness world = new JdbcLedgerHarness(stores.database, bucket)) {
                long olderBytes =
                        older.values().stream().mapToLong(each -> each).sum();
                assertThat(world.recorded())
                        .as("seed %d", seed)
                        .isEqualTo(new Usage(model.size(), bytes, 0, older.size(), olderBytes));
            }
        }
    }

    @Test
    void foldedObjectsHaveNoRowsAndTheirChangesMakeTombstones() {
        BucketId bucket = filled(20);

        assertThat(CompactionFixture.all(stores.database, bucket)).isEqualTo(20);
        long segments = counts(bucket).get(1);
        assertThat(segments).isBetween(7L, 14L);
        assertThat(counts(bucket)).containsExactly(0L, segments, 0L);
        write(bucket, new ObjectKey("key-3"), new WriteOutcome.Deleted());
        put(bucket, "key-4");
        put(bucket, "new");
        assertThat(counts(bucket)).containsExactly(2L, segments, 2L);
        CompactionFixture.all(stores.database, bucket);

        assertThat(counts(bucket).getFirst()).isZero();
        assertThat(counts(bucket).getLast()).isZero();
        assertThat(index.range(bucket, KeyRange.startingWith("key-3"), 9)).isEmpty();
        assertThat(index.count(bucket).objects()).isEqualTo(20);
    }

    @Test
    void foldThatWasOvertakenByAWriteChangesNothing() {
        BucketId bucket = filled(9);
        CompactionFixture.all(stores.database, bucket);
        put(bucket, "late");
        ObjectFacts other = new ObjectFacts(99, "", TIME, null);
        List<Runnable> changes = List.of(
                () -> write(bucket, new ObjectKey("late"), new WriteOutcome.Written(other)),
                () -> put(bucket, "key-1"),
                () -> write(bucket, new ObjectKey("key-2"), new WriteOutcome.Deleted()),
                () -> CompactionFixture.all(stores.database, bucket));
        for (Runnable change : changes) {
            CompactionRule whole = new CompactionRule(100, 1, 100, 100, 100);
            RangeReader window = stores.database.query(
                    connection -> RangeReader.read(connection, bucket, KeyRange.ALL, whole.bounds(true)));
            Compaction fold = Compaction.of(bucket, window, Instant.MAX, whole);

            change.run();
            List<IndexedObject> before = index.range(bucket, KeyRange.ALL, 100);
            List<Long> counts = counts(bucket);
            assertThat(stores.database.<Boolean>transact(fold::write)).isFalse();

            assertThat(index.range(bucket, KeyRange.ALL, 100)).isEqualTo(before);
            assertThat(counts(bucket)).isEqualTo(counts);
        }
    }

    /** The longest keys, special characters, and the times of clocks that jump. */
    @Test
    void keysAndTimesAtTheirLimitsAreFoundInRowsAndInSegments() {
        BucketId bucket = bucket().id();
        List<String> keys = List.of(
                "k".repeat(ObjectKey.MAX_BYTES),
                "\u0001".repeat(ObjectKey.MAX_BYTES),
                Character.toString(Character.MAX_CODE_POINT).repeat(ObjectKey.MAX_BYTES / 4),
                "\n\r\t\u007f\u0085\u2028",
                " ",
                "/",
                "..\\%_*?",
                "'; DROP TABLE object_info; --",
                "\ufffe\uffff");
        List<Instant> times = List.of(
                TIME, Instant.EPOCH, Instant.parse("1900-01-01T00:00:00Z"), Instant.parse("2200-01-01T00:00:01Z"));
        SortedMap<ObjectKey, ObjectFacts> written = new TreeMap<>();
        for (int i = 0; i < keys.size(); i++) {
            ObjectFacts facts = new ObjectFacts(i, "tag", times.get(i % times.size()), null);
            written.put(new ObjectKey(keys.get(i)), facts);
            write(bucket, new ObjectKey(keys.get(i)), new WriteOutcome.Written(facts));
        }
        List<IndexedObject> expected = written.entrySet().stream()
                .map(each -> new IndexedObject(each.getKey(), each.getValue()))
                .toList();

        assertThat(index.range(bucket, KeyRange.ALL, 100)).isEqualTo(expected);
        CompactionFixture.all(stores.database, bucket);

        assertThat(counts(bucket).getFirst()).isZero();
        assertThat(index.range(bucket, KeyRange.ALL, 100)).isEqualTo(expected);
        written.forEach((key, facts) ->
                assertThat(index.get(new ObjectAddress(bucket, key))).contains(facts));
    }

    @Test
    void auditFindsNoDriftInFoldedBucketsAndAllOfItIfASegmentIsLost() {
        BucketId bucket = filled(9);
        CompactionFixture.all(stores.database, bucket);
        put(bucket, "key-5");
        JdbcCounterTables counters = new JdbcCounterTables(stores.database);
        counters.rollUp(10_000);

        assertThat(audit(counters, bucket).equals(Usage.NOTHING)).isTrue();
        Usage lost = stores.database
                .first(
                        "DELETE FROM object_segment WHERE bucket_id = ? AND first_key = 'key-0'"
                                + " RETURNING objects, bytes",
                        row -> Usage.ofObjects(-row.getLong(1), -row.getLong(2)),
                        bucket)
                .orElseThrow();
        assertThat(audit(counters, bucket)).isEqualTo(lost);
    }

    private static Usage audit(JdbcCounterTables counters, BucketId bucket) {
        return Stream.generate(() -> counters.claimAudit(Duration.ZERO).orElseThrow())
                .filter(claim -> claim.bucket().equals(bucket))
                .findFirst()
                .flatMap(counters::audit)
                .orElseThrow();
    }

    @Test
    void segmentsOfADeletedBucketAreForgotten() {
        Bucket bucket = bucket();
        put(bucket.id(), "a");
        put(bucket.id(), "b");
        CompactionFixture.all(stores.database, bucket.id());
        put(bucket.id(), "a");

        stores.delete(bucket);

        assertThat(counts(bucket.id())).containsExactly(0L, 0L, 0L);
        assertThat(CompactionFixture.all(stores.database, bucket.id())).isZero();
    }

    /** During an upgrade: older nodes may not know the format of newer ones. */
    @Test
    void nothingIsFoldedWhileNodesOfSeveralVersionsAreAtWork() {
        stores.bucket(holder, "versions");
        JdbcCompactionTables tables = new JdbcCompactionTables(stores.database);
        JdbcNodeTable older = new JdbcNodeTable(stores.database, "older");
        assertThat(tables.buckets(0, 1)).isNotEmpty();

        int other = older.register("other");
        assertThat(tables.buckets(0, 1)).isEmpty();

        older.leave(other, true);
        assertThat(tables.buckets(0, 1)).isNotEmpty();
    }

    @Test
    @Timeout(120)
    void folderFoldsWhatHasNotChangedForAWhile() {
        BucketId old = bucket().id();
        BucketId recent = bucket().id();
        for (int i = 0; i < 200; i++) {
            put(old, "key-" + i);
            ObjectFacts facts = new ObjectFacts(1, "", Instant.now(), null);
            write(recent, new ObjectKey("key-" + i), new WriteOutcome.Written(facts));
        }

        SegmentCompactor.Pace pace = new SegmentCompactor.Pace(Duration.ofDays(1), 1_000_000);
        try (SegmentCompactor folder = SegmentCompactor.start(
                RecordedJobs.jobs(),
                new JdbcCompactionTables(stores.database),
                new AdvisoryLocks(stores.database),
                Clock.systemUTC(),
                pace)) {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (folder.folded() < 200) {
                assertThat(System.nanoTime()).isLessThan(deadline);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
            assertThat(folder.failed()).isZero();
        }

        assertThat(counts(old)).containsExactly(0L, 2L, 0L);
        assertThat(counts(recent)).containsExactly(200L, 0L, 0L);
    }

    @Test
    void listingsDoNotReadRowsThatWereMoved() {
        BucketId bucket = bucket().id();
        stores.database.update("""
                INSERT INTO object_info (bucket_id, key, size_bytes, modified_at, etag)
                SELECT ?, 'key-' || lpad(n::text, 8, '0'), n, ?, ? FROM generate_series(1, 20000) n
                ORDER BY md5(n::text)
                """, bucket, TIME, ETagCodec.pack("tag"));
        JdbcCompactionTables tables = new JdbcCompactionTables(stores.database);
        Optional<String> from = Optional.of("");
        List<KeyRange> moved = new ArrayList<>();
        while (from.isPresent()) {
            Optional<String> next =
                    tables.fold(bucket, from.get(), TIME.plusSeconds(1)).next();
            moved.add(new KeyRange(from.get(), next));
            from = next;
        }
        put(bucket, "last");
        writeLog();

        moved.forEach(range -> tables.skipMoved(bucket, range.from(), range.below()));

        // One for each page of the index, none for a row.
        assertThat(blocksReadByPage(bucket)).isLessThan(2_000);
    }

    /** A test's server writes its log with delay, and only a transaction in a written log lets an entry be skipped. */
    private void writeLog() {
        stores.database.query(connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.execute("CHECKPOINT");
            }
        });
    }

    /** The blocks that the statement of a small page at the start of the bucket visits. */
    private int blocksReadByPage(BucketId bucket) {
        RangeReader.Query query = RangeReader.query(bucket, KeyRange.from(""), JdbcObjectIndex.bounds(10));
        String plan = String.join(
                "\n",
                stores.database.all(
                        "EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) " + query.sql(),
                        row -> row.getString(1),
                        query.values().toArray()));
        Matcher blocks = Pattern.compile("shared hit=(\\d+)(?: read=(\\d+))?").matcher(plan);
        assertThat(blocks.find()).as(plan).isTrue();
        return Integer.parseInt(blocks.group(1)) + (blocks.group(2) == null ? 0 : Integer.parseInt(blocks.group(2)));
    }

    private BucketId filled(int objects) {
        BucketId bucket = bucket().id();
        for (int i = 0; i < objects; i++) {
            put(bucket, "key-" + i);
        }
        return bucket;
    }

    private Bucket bucket() {
        return stores.bucket(holder, "bucket-" + System.nanoTime());
    }

    /** The size follows from the name, for tests that add up. */
    private void put(BucketId bucket, String key) {
        ObjectFacts facts = new ObjectFacts(key.length(), "", TIME, null);
        write(bucket, new ObjectKey(key), new WriteOutcome.Written(facts));
    }

    private void write(BucketId bucket, ObjectKey key, WriteOutcome outcome) {
        Intent intent = ledger.begin(bucket, key).join();
        ledger.complete(intent, outcome).join();
    }

    /** Rows, segments and tombstones. */
    private List<Long> counts(BucketId bucket) {
        List<Long> counts = new ArrayList<>();
        for (String table : List.of("object_info", "object_segment", "object_tombstone")) {
            counts.add(stores.database
                    .first("SELECT count(*) FROM " + table + " WHERE bucket_id = ?", row -> row.getLong(1), bucket)
                    .orElseThrow());
        }
        return counts;
    }
}
