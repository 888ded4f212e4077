package dev.ose.server.accounting.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ObjectKey;
import dev.ose.server.accounting.usage.CounterTables;
import dev.ose.server.accounting.usage.CounterTables.Claim;
import dev.ose.server.accounting.usage.ObjectCounters;
import dev.ose.server.accounting.usage.Usage;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.ledger.commit.GroupCommitLedger;
import dev.ose.server.ledger.jdbc.JdbcLedgerTables;
import dev.ose.server.ledger.jdbc.JdbcNodeTable;
import dev.ose.server.ledger.node.NodeMembership;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.server.tenant.TenantId;
import dev.ose.testkit.PostgresFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Counters on the real database, written by the real ledger. */
@Timeout(180)
class JdbcObjectCountersTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final int MANY = 10_000;

    private StoreFixture stores;
    private ObjectCounters counters;
    private CounterTables tables;
    private NodeMembership node;
    private GroupCommitLedger ledger;
    private StoreFixture.Holder holder;
    private TenantId tenant;
    private BucketId bucket;

    @BeforeEach
    void open() {
        stores = new StoreFixture(postgres.database());
        stores.database.update("DELETE FROM usage_delta");
        stores.database.update("UPDATE usage_bucket SET audited_at = now()");
        counters = new JdbcObjectCounters(stores.database);
        tables = new JdbcCounterTables(stores.database);
        node = NodeMembership.join(RecordedJobs.jobs(), new JdbcNodeTable(stores.database, "test"), "counting");
        ledger = GroupCommitLedger.start(
                node.operationIds(),
                List.of(new JdbcLedgerTables(stores.database), new JdbcLedgerTables(stores.database)),
                () -> {});
        holder = stores.holder("counted-" + NAMES.incrementAndGet());
        tenant = holder.tenant().id();
        bucket = newBucket(holder);
    }

    @AfterEach
    void close() {
        ledger.close();
        node.close();
        stores.close();
    }

    @Test
    void writesOverwritesAndDeletesAreCountedAtOnce() {
        write(bucket, "a", 10);
        write(bucket, "b", 5);
        write(bucket, "a", 3);
        write(bucket, "c", 0);
        delete(bucket, "b");
        delete(bucket, "never-there");

        assertThat(counters.of(tenant, bucket)).isEqualTo(Usage.ofObjects(2, 3));
    }

    @Test
    void rollingUpChangesNothingThatIsRead() {
        BucketId second = newBucket(holder);
        StoreFixture.Holder stranger = stores.holder("stranger-" + NAMES.incrementAndGet());
        BucketId theirs = newBucket(stranger);
        write(bucket, "a", 10);
        write(second, "a", 20);
        write(theirs, "a", 400);
        assertUsageOfAll(second, theirs, stranger);

        assertThat(tables.rollUp(MANY)).isEqualTo(3);
        assertThat(tables.rollUp(MANY)).isZero();

        assertUsageOfAll(second, theirs, stranger);
        write(second, "a", 1);
        assertThat(counters.of(tenant)).isEqualTo(Usage.ofObjects(2, 11));
    }

    private void assertUsageOfAll(BucketId second, BucketId theirs, StoreFixture.Holder stranger) {
        assertThat(counters.of(tenant, bucket)).isEqualTo(Usage.ofObjects(1, 10));
        assertThat(counters.of(tenant, second)).isEqualTo(Usage.ofObjects(1, 20));
        assertThat(counters.of(tenant)).isEqualTo(Usage.ofObjects(2, 30));
        assertThat(counters.of(tenant, holder.made().user().id())).isEqualTo(Usage.ofObjects(2, 30));
        assertThat(counters.of(stranger.tenant().id())).isEqualTo(Usage.ofObjects(1, 400));
        assertThat(counters.of(tenant, theirs)).isEqualTo(Usage.NOTHING);
        assertThat(counters.of(tenant, stranger.made().user().id())).isEqualTo(Usage.NOTHING);
        assertThat(counters.total().storedBytes()).isGreaterThanOrEqualTo(430);
    }

    @Test
    void removedBucketIsNotCountedAnyMore() {
        Bucket bucket = stores.bucket(holder, "removed");
        BucketId removed = bucket.id();
        write(removed, "rolled up", 1);
        tables.rollUp(MANY);
        write(removed, "recent", 2);

        stores.delete(bucket);

        assertThat(counters.of(tenant)).isEqualTo(Usage.NOTHING);
        write(removed, "late", 4);
        assertThat(counters.of(tenant)).isEqualTo(Usage.NOTHING);
        assertThat(tables.rollUp(MANY)).isEqualTo(1);
        assertThat(counters.of(tenant)).isEqualTo(Usage.NOTHING);
    }

    @Test
    void auditFindsAndRepairsWhatWasChangedBehindTheCounters() {
        write(bucket, "kept", 10);
        write(bucket, "lost", 7);
        tables.rollUp(MANY);
        stores.database.update("DELETE FROM object_info WHERE bucket_id = ? AND key = 'lost'", bucket);

        Claim first = tables.claimAudit(Duration.ofHours(1)).orElseThrow();
        Claim taken = new Claim(bucket, first.since().minusSeconds(1));

        assertThat(first.bucket()).isEqualTo(bucket);
        assertThat(tables.claimAudit(Duration.ofHours(1))).isEmpty();
        assertThat(tables.audit(taken)).as("claimed again").isEmpty();
        assertThat(tables.audit(first)).hasValue(Usage.ofObjects(-1, -7));
        assertThat(counters.of(tenant, bucket)).isEqualTo(Usage.ofObjects(1, 10));
        assertThat(tables.audit(first)).hasValue(Usage.NOTHING);
        assertThat(stores.database.first(
                        "SELECT drift_objects FROM usage_bucket WHERE bucket_id = ?", row -> row.getLong(1), bucket))
                .hasValue(0L);
    }

    @Test
    void countersAreRightInEverySnapshotWhileSeveralWriteRollUpAndAudit() throws Exception {
        List<Usage> wrong = new ArrayList<>();
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> writers = new ArrayList<>();
            for (int writer = 0; writer < 8; writer++) {
                Random random = new Random(writer);
                writers.add(clients.submit(() -> writeAtRandom(random)));
            }
            while (writers.stream().anyMatch(writer -> !writer.isDone())) {
                Future<?> other = clients.submit(() -> tables.rollUp(50));
                tables.rollUp(50);
                tables.claimAudit(Duration.ZERO)
                        .flatMap(tables::audit)
                        .filter(drift -> !drift.equals(Usage.NOTHING))
                        .ifPresent(wrong::add);
                other.get(60, TimeUnit.SECONDS);
            }
            for (Future<?> writer : writers) {
                writer.get(60, TimeUnit.SECONDS);
            }
        }

        assertThat(wrong).isEmpty();
        assertThat(counters.of(tenant, bucket)).isEqualTo(countRows());
    }

    private void writeAtRandom(Random random) {
        for (int i = 0; i < 100; i++) {
            String key = "key-" + random.nextInt(20);
            if (random.nextInt(4) == 0) {
                delete(bucket, key);
            } else {
                write(bucket, key, random.nextInt(1_000));
            }
        }
    }

    private Usage countRows() {
        Optional<Usage> counted = stores.database.first(
                "SELECT count(*), coalesce(sum(size_bytes), 0)::bigint FROM object_info WHERE bucket_id = ?",
                row -> Usage.ofObjects(row.getLong(1), row.getLong(2)),
                bucket);
        return counted.orElseThrow();
    }

    private void write(BucketId where, String key, long size) {
        ObjectFacts facts = new ObjectFacts(size, "5d41402abc4b2a76b9719d911017c592", Instant.ofEpochSecond(1), null);
        Intent intent = ledger.begin(where, new ObjectKey(key)).join();
        ledger.complete(intent, new WriteOutcome.Written(facts)).join();
    }

    private void delete(BucketId where, String key) {
        Intent intent = ledger.begin(where, new ObjectKey(key)).join();
        ledger.complete(intent, new WriteOutcome.Deleted()).join();
    }

    private BucketId newBucket(StoreFixture.Holder owner) {
        return stores.bucket(owner, "counted-" + NAMES.incrementAndGet()).id();
    }
}
