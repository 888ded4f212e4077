package dev.ose.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.BucketName;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.failure.Failure;
import dev.ose.server.failure.FailureException;
import dev.ose.server.store.StoreFixture.Holder;
import dev.ose.testkit.PostgresFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class JdbcBucketStoreTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    private static StoreFixture node;
    private static Holder ann;
    private static Holder bob;

    @BeforeAll
    static void open() {
        node = new StoreFixture(postgres.database());
        ann = node.holder("ann");
        bob = node.holder("bob");
    }

    @AfterAll
    static void close() {
        node.close();
    }

    @Test
    void confirmedBucketIsListedInByteOrder() {
        for (String name : List.of("order-b", "order-a", "order.c", "order0")) {
            made(ann, name);
        }
        claim(ann, "order-unconfirmed");

        assertThat(names(node.buckets.list(ann.tenant().id(), "order", "", 10)))
                .containsExactly("order-a", "order-b", "order.c", "order0");
        assertThat(names(node.buckets.list(ann.tenant().id(), "order", "order-a", 2)))
                .containsExactly("order-b", "order.c");
        assertThat(node.buckets.list(bob.tenant().id(), "order", "", 10)).isEmpty();
    }

    @Test
    void nameOfAnotherTenantIsTakenAndOwnIsAlreadyYours() {
        made(ann, "mine");

        assertFails(() -> claim(bob, "mine"), new Failure.BucketTaken("mine"));
        assertThat(tryClaim(ann, "mine")).isEmpty();
    }

    @Test
    void unfinishedClaimIsTakenOverByItsTenantOnly() {
        BucketId first = claim(ann, "unfinished");

        assertThat(claim(ann, "unfinished")).isEqualTo(first);
        assertFails(() -> claim(bob, "unfinished"), new Failure.BucketTaken("unfinished"));
        node.buckets.abandon(bob.tenant().id(), first);
        assertFails(() -> claim(bob, "unfinished"), new Failure.BucketTaken("unfinished"));
        node.buckets.abandon(ann.tenant().id(), first);
        assertThat(claim(bob, "unfinished")).isNotEqualTo(first);
    }

    @Test
    void claimedByTwoTenantsAtOnceHasOneWinner() throws Exception {
        try (ExecutorService both = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < 50; round++) {
                String name = "race-" + round;
                List<Callable<Boolean>> claims = List.of(() -> claims(ann, name), () -> claims(bob, name));

                List<Boolean> won = new ArrayList<>();
                for (Future<Boolean> result : both.invokeAll(claims)) {
                    won.add(result.get());
                }

                assertThat(won).containsExactlyInAnyOrder(true, false);
            }
        }
    }

    @Test
    void removedBucketTakesItsObjectsAlongAndFreesItsName() {
        Bucket bucket = made(ann, "removed");
        Bucket kept = made(ann, "kept");
        for (Bucket each : List.of(bucket, kept)) {
            node.database.update(
                    "INSERT INTO object_info (bucket_id, key, size_bytes, modified_at, etag)"
                            + " SELECT ?, 'k' || n, 1, now(), '' FROM generate_series(1, 10001) n",
                    each.id());
        }

        node.buckets.remove(bob.tenant().id(), bucket.id());
        assertThat(objects(bucket)).isEqualTo(10_001);
        node.buckets.remove(ann.tenant().id(), bucket.id());

        assertThat(objects(bucket)).isZero();
        assertThat(objects(kept)).isEqualTo(10_001);
        assertThat(made(bob, "removed").id()).isNotEqualTo(bucket.id());
    }

    @Test
    void confirmingAnotherTenantsClaimFindsNoBucket() {
        BucketId claim = claim(ann, "not-bobs");

        assertThatThrownBy(() -> node.buckets.confirm(bob.tenant().id(), claim)).isInstanceOf(FailureException.class);
    }

    private static long objects(Bucket bucket) {
        return node.database
                .first("SELECT count(*) FROM object_info WHERE bucket_id = ?", row -> row.getLong(1), bucket.id())
                .orElseThrow();
    }

    private static Bucket made(Holder holder, String name) {
        return node.buckets.confirm(holder.tenant().id(), claim(holder, name));
    }

    private static BucketId claim(Holder holder, String name) {
        return tryClaim(holder, name).orElseThrow();
    }

    private static Optional<BucketId> tryClaim(Holder holder, String name) {
        return node.buckets.claim(
                holder.tenant().id(), holder.made().user().id(), node.platform.id(), new BucketName(name), "default");
    }

    private static boolean claims(Holder holder, String name) {
        try {
            claim(holder, name);
            return true;
        } catch (FailureException taken) {
            return false;
        }
    }

    private static List<String> names(List<Bucket> buckets) {
        return buckets.stream().map(bucket -> bucket.name().value()).toList();
    }

    private static void assertFails(ThrowingCallable call, Failure failure) {
        assertThatThrownBy(call).isInstanceOfSatisfying(FailureException.class, e -> assertThat(e.failure())
                .isEqualTo(failure));
    }
}
