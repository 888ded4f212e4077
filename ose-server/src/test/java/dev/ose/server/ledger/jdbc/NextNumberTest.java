package dev.ose.server.ledger.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.database.RowMappers;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.ledger.commit.GroupCommitLedger;
import dev.ose.server.ledger.node.NodeMembership;
import dev.ose.server.ledger.node.UnavailableWrites;
import dev.ose.server.ledger.verify.DirtyKey;
import dev.ose.server.ledger.verify.KeyContent;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.testkit.PostgresFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A living node that takes another number while writes are open. */
@Timeout(180)
class NextNumberTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final ObjectFacts FACTS = new ObjectFacts(5, "etag", Instant.EPOCH, null);
    private static final KeyContent WRITTEN = KeyContent.of(Optional.of(FACTS));

    private final StoreFixture stores = new StoreFixture(postgres.database());
    private final String name = "renumbered-" + NAMES.incrementAndGet();
    private final BucketId bucket = stores.bucket(stores.holder(name), name).id();

    @AfterEach
    void close() {
        stores.close();
    }

    /** Otherwise the key would be verified for good before the platform shows the write. */
    @ParameterizedTest
    @EnumSource
    void openWriteKeepsItsKeyOpenUnderTheNextNumber(LedgerKind kind) {
        try (JdbcLedgerHarness world = world(kind)) {
            NodeMembership living = join(world);
            int first = living.node();
            GroupCommitLedger ledger = ledger(living, world);
            ledger.begin(bucket, new ObjectKey("long upload")).join();

            living.beginAnew();

            assertThat(living.node()).isNotEqualTo(first);
            assertThat(leaseOf(first)).isEmpty();
            assertThat(world.nodes().reap(100)).isEqualTo(1);
            assertThat(verify(world)).as("settled while it is open").isFalse();

            // The node dies after the platform has carried the write out.
            NodeMembership successor = join(world);
            assertThat(verify(world)).isTrue();
            assertThat(world.rows()).containsValue(FACTS);
            ledger.close();
            living.close();
            successor.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void writeThatWasBegunAgainIsVerifiedAfterItsEnd(LedgerKind kind) {
        try (JdbcLedgerHarness world = world(kind)) {
            NodeMembership living = join(world);
            GroupCommitLedger ledger = ledger(living, world);
            Intent intent = ledger.begin(bucket, new ObjectKey("key")).join();
            living.beginAnew();
            living.beginAnew();

            ledger.complete(intent, new WriteOutcome.Written(FACTS)).join();

            await().atMost(LIMIT).until(() -> ledger.statistics().open() == 0);
            assertThat(verify(world)).isTrue();
            assertThat(world.isSettled()).isTrue();
            assertThat(world.rows()).containsValue(FACTS);
            ledger.close();
            living.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void earlierNumberLivesUntilTheWritesAreBegunOrTheNodeStops(LedgerKind kind) {
        try (JdbcLedgerHarness world = world(kind)) {
            NodeMembership moving = join(world);
            int first = moving.node();
            Instant lease = leaseOf(first).orElseThrow();
            moving.follow(new UnavailableWrites());

            moving.operationIds().doubt();
            await().atMost(LIMIT).until(() -> moving.node() != first);

            assertThat(leaseOf(first))
                    .hasValueSatisfying(renewed -> assertThat(renewed).isAfter(lease));
            moving.close();
            assertThat(leaseOf(first)).isEmpty();
            assertThat(leaseOf(moving.node())).isEmpty();
        }
    }

    private JdbcLedgerHarness world(LedgerKind kind) {
        return new JdbcLedgerHarness(stores.database, bucket, false, kind);
    }

    private NodeMembership join(JdbcLedgerHarness world) {
        return NodeMembership.join(RecordedJobs.jobs(), world.nodes(), name);
    }

    private static GroupCommitLedger ledger(NodeMembership node, JdbcLedgerHarness world) {
        GroupCommitLedger ledger = GroupCommitLedger.start(node.operationIds(), List.of(world.tables()), () -> {});
        node.follow(ledger);
        return ledger;
    }

    private Optional<Instant> leaseOf(int node) {
        return stores.database.first(
                "SELECT lease_until FROM node WHERE id = ?", row -> RowMappers.instant(row, 1), node);
    }

    /** Verifies the only dirty key after its hold; returns whether that settled it. */
    private static boolean verify(JdbcLedgerHarness world) {
        world.outlastHolds();
        world.age();
        DirtyKey key = world.dirtyKeys().claim(1).getFirst();
        return world.dirtyKeys().settle(key, WRITTEN);
    }
}
