package dev.ose.server.ledger.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ObjectKey;
import dev.ose.server.accounting.jdbc.JdbcCounterTables;
import dev.ose.server.accounting.jdbc.JdbcObjectCounters;
import dev.ose.server.accounting.usage.CounterTables;
import dev.ose.server.accounting.usage.Usage;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.OlderVersion;
import dev.ose.server.catalog.jdbc.CompactionFixture;
import dev.ose.server.database.Database;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.commit.LedgerChange;
import dev.ose.server.ledger.commit.LedgerTables;
import dev.ose.server.ledger.commit.UncontendedBatch;
import dev.ose.server.ledger.verify.DirtyKey;
import dev.ose.server.ledger.verify.KeyContent;
import dev.ose.server.tenant.TenantId;
import dev.ose.testkit.PostgresFixture;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which completions one statement settles, also with concurrent transactions on the same keys. */
class JdbcSettleTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    private static final AtomicLong OPERATIONS = new AtomicLong(1L << 48);
    private static final ObjectKey KEY = new ObjectKey("k");
    private static final Usage NOTHING = Usage.NOTHING;

    private final StoreFixture stores = new StoreFixture(postgres.database());
    private final BucketId bucket = stores.bucket(
                    stores.holder("settle-" + OPERATIONS.get()), "b" + OPERATIONS.incrementAndGet())
            .id();
    private final JdbcLedgerHarness world = new JdbcLedgerHarness(stores.database, bucket);
    private final LedgerTables tables = world.tables();

    @AfterEach
    void close() {
        world.close();
        stores.close();
    }

    @Test
    void writeAloneOnItsKeyIsInTheRowAndCounted() {
        Intent written = begun(KEY);
        assertThat(tables.settle(end(written, 7))).containsExactly(written.operationId());
        Intent over = begun(KEY);
        Intent other = begun(new ObjectKey("l"));

        assertThat(tables.settle(
                        new UncontendedBatch(List.of(), List.of(), facts(Map.of(over, 9L, other, 1L)), List.of())))
                .containsExactlyInAnyOrder(over.operationId(), other.operationId());

        assertThat(world.rows().get(over.address())).isEqualTo(fact(9));
        assertThat(world.recorded()).isEqualTo(Usage.ofObjects(2, 10));
        assertThat(world.isSettled()).isTrue();
    }

    @Test
    void deletionAloneOnItsKeyTakesTheRow() {
        tables.settle(end(begun(KEY), 7));
        Intent deleted = begun(KEY);

        assertThat(tables.settle(new UncontendedBatch(List.of(), List.of(), new LinkedHashMap<>(), List.of(deleted))))
                .containsExactly(deleted.operationId());

        assertThat(world.rows()).isEmpty();
        assertThat(world.recorded()).isEqualTo(NOTHING);
    }

    @Test
    void versionThatIsOverwrittenIsKeptAndCounted() {
        tables.settle(end(begun(KEY), 7));
        tables.settle(ofVersion(begun(KEY), 9, "v1"));
        tables.settle(ofVersion(begun(KEY), 20, "v2"));

        assertThat(world.older()).isEqualTo(Map.of(new ObjectAddress(bucket, KEY), Map.of("null", 7L, "v1", 9L)));
        assertThat(world.recorded()).isEqualTo(new Usage(1, 20, 0, 2, 16));
    }

    @Test
    void deleteMarkerHidesTheNewestVersion() {
        tables.settle(ofVersion(begun(KEY), 9, "v1"));

        hide(begun(KEY), "m1");
        hide(begun(new ObjectKey("never")), "m2");

        assertThat(world.rows()).isEmpty();
        assertThat(world.older())
                .isEqualTo(Map.of(
                        new ObjectAddress(bucket, KEY), Map.of("v1", 9L, "m1", 0L),
                        new ObjectAddress(bucket, new ObjectKey("never")), Map.of("m2", 0L)));
        assertThat(world.recorded()).isEqualTo(new Usage(0, 0, 0, 3, 9));
        assertThat(world.isSettled()).isTrue();
    }

    @Test
    void whatThePlatformTellsOfOlderVersionsTakesThePlaceOfWhatWasKnown() {
        tables.settle(ofVersion(begun(KEY), 9, "v1"));
        tables.settle(ofVersion(begun(KEY), 20, "v2"));
        stores.database.update("INSERT INTO object_dirty (bucket_id, key) VALUES (?, ?)", bucket, KEY.value());

        settle(
                new ObjectFacts(30, "e", Instant.EPOCH, "v3"),
                new OlderVersion("v2", 20, Instant.EPOCH, false),
                new OlderVersion("null", 4, Instant.EPOCH, false),
                new OlderVersion("m", 0, Instant.EPOCH, true));

        assertThat(world.older())
                .isEqualTo(Map.of(new ObjectAddress(bucket, KEY), Map.of("v2", 20L, "null", 4L, "m", 0L)));
        assertThat(world.recorded()).isEqualTo(new Usage(1, 30, 0, 3, 24));

        stores.database.update("INSERT INTO object_dirty (bucket_id, key) VALUES (?, ?)", bucket, KEY.value());
        settle(new ObjectFacts(30, "e", Instant.EPOCH, "v3"), new OlderVersion("null", 6, Instant.EPOCH, false));
        assertThat(world.recorded()).as("another null version").isEqualTo(new Usage(1, 30, 0, 1, 6));
    }

    /** Where statistics expect one version of a key. */
    @Test
    void keyWithThousandsOfVersionsIsSettledWithinTheTimeoutOfAStatement() {
        OlderVersion[] reported = IntStream.range(0, 20_000)
                .mapToObj(number -> new OlderVersion("v" + number, 1, Instant.EPOCH, false))
                .toArray(OlderVersion[]::new);
        for (int newest = 1; newest <= 3; newest++) {
            stores.database.update("INSERT INTO object_dirty (bucket_id, key) VALUES (?, ?)", bucket, KEY.value());
            settle(new ObjectFacts(newest, "e", Instant.EPOCH, "newest-" + newest), reported);
            assertThat(world.recorded()).isEqualTo(new Usage(1, newest, 0, 20_000, 20_000));
        }

        stores.database.update("INSERT INTO object_dirty (bucket_id, key) VALUES (?, ?)", bucket, KEY.value());
        settle(new ObjectFacts(4, "e", Instant.EPOCH, "newest-4"), reported[7]);
        assertThat(world.recorded()).isEqualTo(new Usage(1, 4, 0, 1, 1));
        assertThat(world.older()).isEqualTo(Map.of(new ObjectAddress(bucket, KEY), Map.of("v7", 1L)));
    }

    /** A slow upload must not keep other versions of the key from being counted. */
    @Test
    void olderVersionsAreCountedBesideAnOpenWrite() {
        tables.settle(ofVersion(begun(KEY), 9, "v1"));
        begun(KEY);
        stores.database.update(
                "INSERT INTO object_dirty (bucket_id, key, since) VALUES (?, ?, now() - interval '1 minute')",
                bucket,
                KEY.value());
        ObjectFacts newest = new ObjectFacts(5, "e", Instant.EPOCH, "v3");
        OlderVersion first = new OlderVersion("v1", 9, Instant.EPOCH, false);
        OlderVersion second = new OlderVersion("v2", 70, Instant.EPOCH, false);

        assertThat(settleOnce(new KeyContent(Optional.of(newest), Optional.of(List.of(first, second)))))
                .isFalse();
        assertThat(world.recorded()).isEqualTo(new Usage(1, 5, 0, 2, 79));
        assertThat(settleOnce(new KeyContent(Optional.of(newest), Optional.of(List.of()))))
                .isFalse();
        assertThat(world.recorded()).as("what is less may be more again").isEqualTo(new Usage(1, 5, 0, 2, 79));
    }

    @Test
    void keyOfWhichNotAllIsToldStaysMarked() {
        tables.settle(ofVersion(begun(KEY), 9, "v1"));
        stores.database.update("INSERT INTO object_dirty (bucket_id, key) VALUES (?, ?)", bucket, KEY.value());

        assertThat(settleOnce(KeyContent.of(Optional.of(new ObjectFacts(20, "e", Instant.EPOCH, "v2")))
                        .withoutOlder()))
                .isFalse();

        assertThat(world.recorded()).isEqualTo(new Usage(1, 20, 0, 1, 9));
        assertThat(world.count("object_dirty")).isEqualTo(1);
        assertThat(claimed()).as("it is not its turn for a while").isEmpty();
    }

    private boolean settleOnce(KeyContent content) {
        stores.database.update("UPDATE object_dirty SET due_at = now() WHERE bucket_id = ?", bucket);
        return world.dirtyKeys().settle(claimed().orElseThrow(), content);
    }

    @Test
    void auditProvesOlderVersions() {
        JdbcCounterTables counters = new JdbcCounterTables(stores.database);
        tables.settle(ofVersion(begun(KEY), 9, "v1"));
        tables.settle(ofVersion(begun(KEY), 20, "v2"));
        stores.database.update("DELETE FROM object_version WHERE bucket_id = ?", bucket);
        counters.rollUp(1_000);

        CounterTables.Claim claim = counters.claimAudit(Duration.ofHours(1)).orElseThrow();
        while (!claim.bucket().equals(bucket)) {
            claim = counters.claimAudit(Duration.ofHours(1)).orElseThrow();
        }
        assertThat(counters.audit(claim)).hasValue(new Usage(0, 0, 0, -1, -9));
        TenantId tenant = stores.database
                .first("SELECT tenant_id FROM bucket WHERE id = ?", row -> row.getObject(1, UUID.class), bucket)
                .map(TenantId::new)
                .orElseThrow();
        assertThat(new JdbcObjectCounters(stores.database).of(tenant, bucket)).isEqualTo(Usage.ofObjects(1, 20));
    }

    private void settle(ObjectFacts newest, OlderVersion... older) {
        assertThat(world.dirtyKeys()
                        .settle(
                                claimed().orElseThrow(),
                                new KeyContent(Optional.of(newest), Optional.of(List.of(older)))))
                .isTrue();
    }

    private void hide(Intent intent, String marker) {
        tables.transact(transaction -> {
            transaction.lock(new TreeSet<>(Set.of(intent.address())));
            transaction.apply(new LedgerChange(
                    new TreeMap<>(),
                    List.of(intent),
                    new TreeMap<>(),
                    new TreeSet<>(),
                    new TreeMap<>(Map.of(intent.address(), marker))));
        });
    }

    private static UncontendedBatch ofVersion(Intent intent, long size, String version) {
        SequencedMap<Intent, ObjectFacts> written = new LinkedHashMap<>();
        written.put(intent, new ObjectFacts(size, "e-" + version, Instant.EPOCH, version));
        return new UncontendedBatch(List.of(), List.of(), written, List.of());
    }

    @Test
    void writeBesideAnotherOrWithoutItsIntentOrToADirtyKeyIsLeft() {
        Intent beside = begun(KEY);
        Intent other = begun(KEY);
        Intent lost = new Intent(OPERATIONS.incrementAndGet(), bucket, new ObjectKey("lost"));
        Intent dirty = begun(new ObjectKey("dirty"));
        stores.database.update("INSERT INTO object_dirty (bucket_id, key) VALUES (?, 'dirty')", bucket);

        assertThat(tables.settle(new UncontendedBatch(
                        List.of(), List.of(), facts(Map.of(beside, 1L, lost, 2L, dirty, 3L)), List.of())))
                .isEmpty();

        assertThat(world.rows()).isEmpty();
        assertThat(world.recorded()).isEqualTo(NOTHING);
        assertThat(world.count("op_intent")).isEqualTo(3);
        assertThat(tables.settle(new UncontendedBatch(List.of(), List.of(other), facts(Map.of(beside, 1L)), List.of())))
                .as("the other write changed nothing")
                .containsExactly(beside.operationId());
    }

    @Test
    void allKindsOfEndsComeTogether() {
        tables.settle(end(begun(KEY), 7));
        Intent deleted = begun(KEY);
        Intent written = begun(new ObjectKey("a"));
        Intent refused = begun(new ObjectKey("z"));
        Intent next = new Intent(OPERATIONS.incrementAndGet(), bucket, new ObjectKey("next"));

        assertThat(tables.settle(new UncontendedBatch(
                        List.of(next), List.of(refused), facts(Map.of(written, 3L)), List.of(deleted))))
                .containsExactlyInAnyOrder(written.operationId(), deleted.operationId());

        assertThat(world.rows()).containsOnlyKeys(written.address());
        assertThat(world.recorded()).isEqualTo(Usage.ofObjects(1, 3));
        assertThat(world.count("op_intent")).isEqualTo(1);
    }

    @Test
    void foldedObjectIsLeft() {
        tables.settle(end(begun(KEY), 7));
        assertThat(CompactionFixture.all(stores.database, bucket)).isPositive();
        Intent over = begun(KEY);
        Intent fresh = begun(new ObjectKey("z"));

        assertThat(tables.settle(
                        new UncontendedBatch(List.of(), List.of(), facts(Map.of(over, 9L, fresh, 1L)), List.of())))
                .containsExactly(fresh.operationId());
    }

    /** The other transaction has seen the intent, so it marks the key: the row may be outdated and will be verified. */
    @Test
    @Timeout(120)
    void writeThatWaitsForTheLockOfItsIntentWritesItsRowOnce() throws Exception {
        tables.settle(end(begun(KEY), 7));
        Intent ours = begun(KEY);
        CompletableFuture<Set<Long>> settled;
        try (Connection other = stores.database.openCommitter()) {
            lock(other);
            settled = CompletableFuture.supplyAsync(() -> tables.settle(end(ours, 9)));
            awaitWaiting();
            Database.update(other, "INSERT INTO object_dirty (bucket_id, key) VALUES (?, ?)", bucket, KEY.value());
            other.commit();
        }

        assertThat(settled.get()).containsExactly(ours.operationId());
        assertThat(world.rows()).containsOnly(Map.entry(ours.address(), fact(9)));
        assertThat(world.recorded()).isEqualTo(Usage.ofObjects(1, 9));
        assertThat(world.count("object_dirty")).isEqualTo(1);
    }

    /** A verification locks and changes the mark: it must not look absent then. */
    @Test
    @Timeout(120)
    void markThatIsChangedWhileItIsWaitedForIsSeen() throws Exception {
        stores.database.update("INSERT INTO object_dirty (bucket_id, key) VALUES (?, ?)", bucket, KEY.value());
        CompletableFuture<Set<ObjectAddress>> seen = new CompletableFuture<>();
        try (Connection other = stores.database.openCommitter()) {
            Database.update(other, "UPDATE object_dirty SET ver = ver + 1 WHERE bucket_id = ?", bucket);
            Thread.ofVirtual()
                    .start(() -> tables.transact(transaction -> seen.complete(transaction
                            .lock(new TreeSet<>(Set.of(new ObjectAddress(bucket, KEY))))
                            .dirty())));
            awaitWaiting();
            other.commit();
        }

        assertThat(seen.get()).containsExactly(new ObjectAddress(bucket, KEY));
    }

    @Test
    @Timeout(120)
    void writeWhoseIntentIsSweptMeanwhileIsLeft() throws Exception {
        Intent ours = begun(KEY);
        CompletableFuture<Set<Long>> settled;
        try (Connection other = stores.database.openCommitter()) {
            lock(other);
            settled = CompletableFuture.supplyAsync(() -> tables.settle(end(ours, 9)));
            awaitWaiting();
            Database.update(other, "DELETE FROM op_intent WHERE bucket_id = ?", bucket);
            other.commit();
        }

        assertThat(settled.get()).isEmpty();
        assertThat(world.rows()).isEmpty();
        assertThat(world.recorded()).isEqualTo(NOTHING);
    }

    @Test
    void slowWriteDoesNotKeepWhatElseIsStoredUnderItsKeyFromCounting() {
        tables.settle(end(begun(KEY), 7));
        Intent slow = begun(KEY);
        stores.database.update("INSERT INTO object_dirty (bucket_id, key) VALUES (?, ?)", bucket, KEY.value());
        assertThat(claimed()).isEmpty();

        settleOld(Optional.of(fact(50)), false);
        assertThat(world.recorded()).as("what was stored beside it").isEqualTo(Usage.ofObjects(1, 50));
        settleOld(Optional.of(fact(3)), false);
        settleOld(Optional.empty(), false);
        assertThat(world.recorded()).as("what is less may be more again").isEqualTo(Usage.ofObjects(1, 50));
        assertThat(world.count("object_dirty")).isEqualTo(1);

        tables.settle(new UncontendedBatch(List.of(), List.of(slow), new LinkedHashMap<>(), List.of()));
        settleOld(Optional.of(fact(3)), true);
        assertThat(world.recorded()).isEqualTo(Usage.ofObjects(1, 3));
        assertThat(world.isSettled()).isTrue();
    }

    private void settleOld(Optional<ObjectFacts> facts, boolean isSettled) {
        world.age();
        assertThat(world.dirtyKeys().settle(claimed().orElseThrow(), KeyContent.of(facts)))
                .isEqualTo(isSettled);
    }

    private Optional<DirtyKey> claimed() {
        return world.dirtyKeys().claim(10).stream()
                .filter(key -> key.address().bucket().equals(bucket))
                .findFirst();
    }

    @Test
    @Timeout(120)
    void verificationBesideAnIntentThatIsBeingEndedIsRefused() throws Exception {
        Intent ours = begun(KEY);
        try (Connection ending = stores.database.openCommitter()) {
            Database.update(ending, "DELETE FROM op_intent WHERE bucket_id = ?", bucket);
            stores.database.update("INSERT INTO object_dirty (bucket_id, key) VALUES (?, ?)", bucket, KEY.value());

            assertThat(world.dirtyKeys().claim(10))
                    .noneMatch(key -> key.address().equals(ours.address()));
            ending.rollback();
        }
    }

    private Intent begun(ObjectKey key) {
        Intent intent = new Intent(OPERATIONS.incrementAndGet(), bucket, key);
        tables.settle(new UncontendedBatch(List.of(intent), List.of(), new LinkedHashMap<>(), List.of()));
        return intent;
    }

    private static UncontendedBatch end(Intent intent, long size) {
        return new UncontendedBatch(List.of(), List.of(), facts(Map.of(intent, size)), List.of());
    }

    private static SequencedMap<Intent, ObjectFacts> facts(Map<Intent, Long> sizes) {
        SequencedMap<Intent, ObjectFacts> facts = new LinkedHashMap<>();
        sizes.entrySet().stream()
                .sorted(Comparator.comparing(entry -> entry.getKey().address()))
                .forEach(entry -> facts.put(entry.getKey(), fact(entry.getValue())));
        return facts;
    }

    private static ObjectFacts fact(long size) {
        return new ObjectFacts(size, "etag", Instant.ofEpochSecond(1), null);
    }

    private void lock(Connection connection) throws SQLException {
        Database.all(
                connection,
                "SELECT op_id FROM op_intent WHERE bucket_id = ? FOR UPDATE",
                row -> row.getLong(1),
                bucket);
    }

    private void awaitWaiting() {
        while (stores.database
                .first(
                        "SELECT 1 FROM pg_stat_activity"
                                + " WHERE wait_event_type = 'Lock' AND datname = current_database()",
                        row -> 1)
                .isEmpty()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }
}
