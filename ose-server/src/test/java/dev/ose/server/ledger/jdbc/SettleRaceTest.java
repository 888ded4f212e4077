package dev.ose.server.ledger.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.ObjectKey;
import dev.ose.server.accounting.usage.Usage;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.jdbc.CompactionFixture;
import dev.ose.server.database.Database;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.commit.LedgerTables;
import dev.ose.server.ledger.commit.UncontendedBatch;
import dev.ose.server.ledger.verify.DirtyKey;
import dev.ose.server.ledger.verify.KeyContent;
import dev.ose.testkit.PostgresFixture;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What happens between the two round trips of a verification: it has locked and looked, and waits at its first change
 * because another transaction holds the table of usage. The object is in a row or in a segment.
 */
@Timeout(120)
class SettleRaceTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    private static final AtomicLong OPERATIONS = new AtomicLong(1L << 48);
    private static final ObjectKey KEY = new ObjectKey("k");

    private final StoreFixture stores = new StoreFixture(postgres.database());
    private final BucketId bucket = stores.bucket(
                    stores.holder("race-" + OPERATIONS.get()), "b" + OPERATIONS.incrementAndGet())
            .id();
    private final ObjectAddress address = new ObjectAddress(bucket, KEY);
    private final JdbcLedgerHarness world = new JdbcLedgerHarness(stores.database, bucket);
    private final LedgerTables tables = world.tables();

    @AfterEach
    void close() {
        world.close();
        stores.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void verificationThatIsCutOffChangesNothing(boolean isFolded) throws Exception {
        DirtyKey key = marked(isFolded);
        CompletableFuture<Boolean> settled;
        try (Connection other = stores.database.openCommitter()) {
            holdUsage(other);
            settled = settle(key, 9);
            awaitWaiting(1);
            stores.database.all(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                            + " AND datname = current_database()",
                    row -> true);
            assertThatThrownBy(settled::get).isInstanceOf(ExecutionException.class);
            other.rollback();
        }

        assertThat(world.rows()).containsOnly(Map.entry(address, fact(7)));
        assertThat(world.recorded()).isEqualTo(Usage.ofObjects(1, 7));
        assertThat(settle(key, 9).get()).as("the mark is still there").isTrue();
        assertThat(world.rows()).containsOnly(Map.entry(address, fact(9)));
        assertThat(world.recorded()).isEqualTo(Usage.ofObjects(1, 9));
        assertThat(world.isSettled()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void oneOfTwoNodesSettlesTheKey(boolean isFolded) throws Exception {
        DirtyKey key = marked(isFolded);
        CompletableFuture<Boolean> one;
        CompletableFuture<Boolean> two;
        try (Connection other = stores.database.openCommitter()) {
            holdUsage(other);
            one = settle(key, 9);
            awaitWaiting(1);
            two = settle(key, 50);
            awaitWaiting(2);
            other.rollback();
        }

        assertThat(one.get()).isTrue();
        assertThat(two.get()).isFalse();
        assertThat(world.rows()).containsOnly(Map.entry(address, fact(9)));
        assertThat(world.recorded()).isEqualTo(Usage.ofObjects(1, 9));
    }

    /** Its end waits for the mark, and finds the object where the verification leaves it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void writeThatBeginsMeanwhileEndsBehindTheVerification(boolean isFolded) throws Exception {
        DirtyKey key = marked(isFolded);
        CompletableFuture<Boolean> settled;
        CompletableFuture<LedgerTables.Locked> seen = new CompletableFuture<>();
        Intent begun = new Intent(OPERATIONS.incrementAndGet(), bucket, KEY);
        try (Connection other = stores.database.openCommitter()) {
            holdUsage(other);
            settled = settle(key, 9);
            awaitWaiting(1);
            tables.settle(new UncontendedBatch(List.of(begun), List.of(), new LinkedHashMap<>(), List.of()));
            Thread.ofVirtual()
                    .start(() -> tables.transact(transaction -> {
                        seen.complete(transaction.lock(new TreeSet<>(Set.of(address))));
                    }));
            awaitWaiting(2);
            assertThat(seen).isNotDone();
            other.rollback();
        }

        assertThat(settled.get()).isTrue();
        assertThat(seen.get().dirty()).isEmpty();
        assertThat(seen.get().intents()).containsExactly(begun);
        assertThat(tables.settle(written(begun, 20))).containsExactly(begun.operationId());
        assertThat(world.rows()).containsOnly(Map.entry(address, fact(20)));
        assertThat(world.recorded()).isEqualTo(Usage.ofObjects(1, 20));
    }

    /** An object of seven bytes with a mark, claimed. */
    private DirtyKey marked(boolean isFolded) {
        Intent intent = new Intent(OPERATIONS.incrementAndGet(), bucket, KEY);
        tables.settle(new UncontendedBatch(List.of(intent), List.of(), new LinkedHashMap<>(), List.of()));
        tables.settle(written(intent, 7));
        if (isFolded) {
            assertThat(CompactionFixture.all(stores.database, bucket)).isPositive();
        }
        stores.database.update("INSERT INTO object_dirty (bucket_id, key) VALUES (?, ?)", bucket, KEY.value());
        return world.dirtyKeys().claim(10).stream()
                .filter(key -> key.address().equals(address))
                .findFirst()
                .orElseThrow();
    }

    private CompletableFuture<Boolean> settle(DirtyKey key, long size) {
        CompletableFuture<Boolean> settled = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                settled.complete(world.dirtyKeys().settle(key, KeyContent.of(Optional.of(fact(size)))));
            } catch (RuntimeException e) {
                settled.completeExceptionally(e);
            }
        });
        return settled;
    }

    private static void holdUsage(Connection connection) throws SQLException {
        Database.update(connection, "LOCK TABLE usage_delta IN ACCESS EXCLUSIVE MODE");
    }

    private static UncontendedBatch written(Intent intent, long size) {
        SequencedMap<Intent, ObjectFacts> facts = new LinkedHashMap<>();
        facts.put(intent, fact(size));
        return new UncontendedBatch(List.of(), List.of(), facts, List.of());
    }

    private static ObjectFacts fact(long size) {
        return new ObjectFacts(size, "etag", Instant.ofEpochSecond(1), null);
    }

    private void awaitWaiting(long number) {
        while (stores.database
                        .first(
                                "SELECT count(*) FROM pg_stat_activity"
                                        + " WHERE wait_event_type = 'Lock' AND datname = current_database()",
                                row -> row.getLong(1))
                        .orElseThrow()
                < number) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }
}
