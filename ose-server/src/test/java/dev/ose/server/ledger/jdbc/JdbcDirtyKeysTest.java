package dev.ose.server.ledger.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.jdbc.ObjectSql;
import dev.ose.server.database.Database;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.ledger.verify.DirtyKey;
import dev.ose.server.ledger.verify.KeyContent;
import dev.ose.server.ledger.verify.Verifier;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.server.sync.jdbc.JdbcSyncRuns;
import dev.ose.testkit.PostgresFixture;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Which marks are claimed, and when again, on the real database. */
@Timeout(180)
class JdbcDirtyKeysTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    private static final AtomicLong BUCKETS = new AtomicLong(1_000_000);

    private final StoreFixture stores = new StoreFixture(postgres.database());
    private final JdbcDirtyKeys keys = new JdbcDirtyKeys(stores.database);
    private final BucketId bucket = new BucketId(BUCKETS.incrementAndGet());
    private final ObjectAddress address = new ObjectAddress(bucket, new ObjectKey("k"));

    @BeforeEach
    void forgetOthers() {
        stores.database.update("DELETE FROM object_dirty");
    }

    @AfterEach
    void close() {
        stores.close();
    }

    @Test
    void keyThatIsRefusedIsAskedForLaterAndLaterAndStaysMarked() {
        mark(address);
        double previous = 0;

        for (int i = 0; i < 5; i++) {
            refuseOnce();
            double pause = secondsUntilDue();
            assertThat(pause).isGreaterThan(previous);
            previous = pause;
        }

        for (int i = 0; i < 40; i++) {
            refuseOnce();
        }
        assertThat(secondsUntilDue()).isBetween(17 * 3600.0, 31 * 3600.0);
        assertThat(marks()).isEqualTo(1);
        assertThat(keys.countRefused()).isEqualTo(1);
    }

    /** Planning is most of what the change of a row costs; other transactions of the pool plan for their values. */
    @Test
    void transactionPlansByIndexIfItAsksForThatAndNoOtherOnItsConnection() {
        String setting = "SELECT current_setting('plan_cache_mode')";
        List<Optional<String>> settings = stores.database.query(connection -> {
            connection.setAutoCommit(false);
            Database.first(connection, Database.PLAN_BY_INDEX, row -> row.getString(1));
            Optional<String> within = Database.first(connection, setting, row -> row.getString(1));
            connection.commit();
            Optional<String> afterwards = Database.first(connection, setting, row -> row.getString(1));
            connection.commit();
            connection.setAutoCommit(true);
            return List.of(within, afterwards);
        });

        assertThat(settings).containsExactly(Optional.of("force_generic_plan"), Optional.of("auto"));
    }

    @Test
    void keyThatIsPutBackIsDueSoonUnlessItWasMarkedAgain() {
        mark(address);
        List<DirtyKey> claimed = keys.claim(10);
        assertThat(secondsUntilDue()).isBetween(70.0, 90.0);

        keys.putBack(claimed);
        assertThat(secondsUntilDue()).isBetween(0.0, 5.0);

        mark(address);
        keys.putBack(claimed);
        assertThat(keys.claim(10)).extracting(DirtyKey::address).containsExactly(address);
    }

    @Test
    void keyThatIsRefusedIsNotWaitedFor() {
        mark(address);
        JdbcSyncRuns runs = new JdbcSyncRuns(stores.database);
        assertThat(runs.backlog(bucket, 10)).isEqualTo(1);

        refuseOnce();

        assertThat(runs.backlog(bucket, 10)).isZero();
        assertThat(keys.countRefused()).as("it is still asked for").isZero();
    }

    @Test
    void keyThatIsWrittenAgainIsAskedForAtOnceAndParkedAtTheNextRefusal() {
        mark(address);
        for (int i = 0; i < 6; i++) {
            refuseOnce();
        }
        assertThat(keys.claim(10)).isEmpty();

        mark(address);

        List<DirtyKey> claimed = keys.claim(10);
        assertThat(claimed).extracting(DirtyKey::address).containsExactly(address);
        keys.refuse(claimed.getFirst());
        assertThat(keys.countRefused()).isEqualTo(1);
        assertThat(keys.claim(10)).isEmpty();
    }

    @Test
    void refusalOfWhatWasThereBeforeAWriteDoesNotPutItsMarkOff() {
        mark(address);
        DirtyKey before = keys.claim(10).getFirst();
        mark(address);

        keys.refuse(before);

        assertThat(keys.claim(10)).extracting(DirtyKey::address).containsExactly(address);
    }

    @Test
    void platformThatTellsInTheEndEndsTheMark() {
        mark(address);
        for (int i = 0; i < 6; i++) {
            refuseOnce();
        }
        dueNow();

        assertThat(keys.settle(keys.claim(10).getFirst(), KeyContent.NOTHING)).isTrue();

        assertThat(marks()).isZero();
    }

    @Test
    void troubleAtAParkedKeyLeavesItParked() {
        mark(address);
        for (int i = 0; i < 4; i++) {
            refuseOnce();
        }
        dueNow();

        keys.postpone(keys.claim(10).getFirst());

        assertThat(secondsUntilDue()).isBetween(500.0, 601.0);
        assertThat(keys.countRefused()).isEqualTo(1);
    }

    @Test
    void bucketWithManyMarksLeavesRoomForTheOthers() {
        fill(bucket, 5_000, "now() - interval '1 hour'", 0);
        BucketId second = new BucketId(BUCKETS.incrementAndGet());
        BucketId third = new BucketId(BUCKETS.incrementAndGet());
        fill(second, 3, "now()", 0);
        fill(third, 100, "now()", 0);

        Map<BucketId, Long> shares = claimed(64);

        assertThat(shares).containsEntry(second, 3L);
        assertThat(shares.get(third)).isGreaterThanOrEqualTo(21);
        assertThat(shares.get(bucket)).isGreaterThanOrEqualTo(21);
        assertThat(shares.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(64);
    }

    @Test
    void everyBucketHasItsTurnWhereThereAreMoreThanFitInOneClaim() {
        for (int i = 0; i < 30; i++) {
            fill(new BucketId(BUCKETS.incrementAndGet()), 50, "now() - interval '1 minute' * " + (i % 7), 0);
        }

        Map<BucketId, Long> first = claimed(10);
        Map<BucketId, Long> second = claimed(10);
        Map<BucketId, Long> third = claimed(10);

        assertThat(first).hasSize(10).doesNotContainKeys(second.keySet().toArray(BucketId[]::new));
        assertThat(third)
                .hasSize(10)
                .doesNotContainKeys(first.keySet().toArray(BucketId[]::new))
                .doesNotContainKeys(second.keySet().toArray(BucketId[]::new));
    }

    @Test
    void parkedKeysComeAFewAtATimeAndBehindAllOthers() {
        fill(bucket, 500, "now() - interval '1 day'", 9);
        BucketId other = new BucketId(BUCKETS.incrementAndGet());
        fill(other, 70, "now()", 0);

        assertThat(claimed(64)).containsOnlyKeys(other);
        assertThat(claimed(64)).containsEntry(other, 6L).containsEntry(bucket, 4L);
    }

    @Test
    void verifierTellsRefusalsFromTrouble() {
        ObjectAddress troubled = new ObjectAddress(bucket, new ObjectKey("troubled"));
        ObjectAddress good = new ObjectAddress(bucket, new ObjectKey("good"));
        List.of(address, troubled, good).forEach(this::mark);
        Map<ObjectKey, AtomicInteger> asked = new ConcurrentHashMap<>();

        try (Verifier verifier = Verifier.start(RecordedJobs.jobs(), keys, (where, key) -> {
            asked.computeIfAbsent(key, absent -> new AtomicInteger()).incrementAndGet();
            return switch (key.value()) {
                case "k" -> throw new FailureException(new Failure.PlatformRefused("main", "status 400"));
                case "troubled" -> throw new FailureException(new Failure.PlatformUnreachable("main"));
                default -> KeyContent.of(Optional.of(new ObjectFacts(1, "e", Instant.EPOCH, null)));
            };
        })) {
            while (verifier.settled() == 0
                    || asked.getOrDefault(troubled.key(), new AtomicInteger()).get() < 3) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }

        assertThat(asked.get(address.key())).hasValue(1);
        assertThat(marks()).isEqualTo(2);
    }

    private Map<BucketId, Long> claimed(int limit) {
        return keys.claim(limit).stream()
                .collect(Collectors.groupingBy(key -> key.address().bucket(), Collectors.counting()));
    }

    private void refuseOnce() {
        dueNow();
        keys.refuse(keys.claim(1).getFirst());
    }

    private void dueNow() {
        stores.database.update("UPDATE object_dirty SET due_at = now()");
    }

    private double secondsUntilDue() {
        return stores.database
                .first("SELECT extract(epoch FROM due_at - now()) FROM object_dirty", row -> row.getDouble(1))
                .orElseThrow();
    }

    private long marks() {
        return stores.database
                .first("SELECT count(*) FROM object_dirty", row -> row.getLong(1))
                .orElseThrow();
    }

    private void mark(ObjectAddress marked) {
        stores.database.transact(connection -> {
            ObjectSql.markDirtyNow(connection, List.of(marked));
            return true;
        });
    }

    private void fill(BucketId filled, int marks, String dueAt, int refusals) {
        stores.database.update(
                "INSERT INTO object_dirty (bucket_id, key, refusals, due_at) SELECT ?, n::text, ?, " + dueAt
                        + " FROM generate_series(1, ?) n",
                filled,
                refusals,
                marks);
    }
}
