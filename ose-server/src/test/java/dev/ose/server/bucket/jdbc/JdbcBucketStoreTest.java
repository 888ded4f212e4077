package dev.ose.server.bucket.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.BucketName;
import dev.ose.s3.document.BucketLogging;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketClaim;
import dev.ose.server.bucket.BucketDeletion;
import dev.ose.server.catalog.jdbc.DeletedBucketRows;
import dev.ose.server.database.Database;
import dev.ose.server.sync.jdbc.JdbcVersioningTables;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class JdbcBucketStoreTest extends OnBucketStore {

    @Test
    void confirmedBucketIsListedInByteOrder() {
        for (String name : List.of("order-b", "order-a", "order.c", "order0")) {
            made(ann, name);
        }
        claim(ann, "order-unconfirmed");

        assertThat(names(node.listBuckets(ann.tenant().id(), "order", 10)))
                .containsExactly("order-a", "order-b", "order.c", "order0");
        UserId owner = ann.made().user().id();
        assertThat(names(node.buckets.listOwned(ann.tenant().id(), owner, "", "order", "order-a", 2)))
                .containsExactly("order-b", "order.c");
        assertThat(node.listBuckets(bob.tenant().id(), "order", 10)).isEmpty();
    }

    @Test
    void ownedBucketsAreThoseOfTheUserAlone() {
        TenantId tenant = ann.tenant().id();
        for (String name : List.of("owned-b", "owned-a", "owned-c")) {
            made(ann, name);
        }

        assertThat(names(node.buckets.listOwned(tenant, ann.made().user().id(), "", "owned", "owned-a", 10)))
                .containsExactly("owned-b", "owned-c");
        assertThat(names(node.buckets.listOwned(tenant, ann.made().user().id(), "", "owned", "", 1)))
                .containsExactly("owned-a");
        assertThat(node.buckets.listOwned(tenant, new UserId(UUID.randomUUID()), "", "owned", "", 10))
                .isEmpty();
        assertThat(node.buckets.listOwned(tenant, ann.made().user().id(), "elsewhere", "owned", "", 10))
                .isEmpty();
    }

    @Test
    void accessLogGoesToABucketOfTheSameOwnerAlone() {
        TenantId tenant = ann.tenant().id();
        Bucket source = node.bucket(ann, "logged");
        node.bucket(ann, "logs-of-ann");
        node.bucket(bob, "logs-of-bob");
        BucketLogging toOwn = logging("logs-of-ann");

        assertThat(node.buckets.setLogging(tenant, source.id(), logging("logs-of-bob")))
                .isFalse();
        assertThat(node.buckets.setLogging(tenant, source.id(), logging("logs-missing")))
                .isFalse();
        assertThat(loggingOf("logged")).isEmpty();
        assertThat(node.buckets.setLogging(bob.tenant().id(), source.id(), toOwn))
                .isFalse();

        assertThat(node.buckets.setLogging(tenant, source.id(), toOwn)).isTrue();
        assertThat(loggingOf("logged")).contains(toOwn);
        assertThat(node.buckets.setLogging(tenant, source.id(), null)).isTrue();
        assertThat(loggingOf("logged")).isEmpty();
    }

    private static BucketLogging logging(String target) {
        return new BucketLogging(new BucketName(target), "a/", BucketLogging.KeyFormat.EVENT_TIME);
    }

    private Optional<BucketLogging> loggingOf(String name) {
        return Optional.ofNullable(
                node.listBuckets(ann.tenant().id(), name, 1).getFirst().logging());
    }

    /** Rows left by a node that died before it deleted them, or by a late write. */
    @Test
    void rowsOfABucketThatIsGoneAreForgottenAfterAWhile() {
        Bucket bucket = node.bucket(ann, "gone");
        Bucket kept = node.bucket(ann, "kept");
        node.delete(bucket);
        for (Bucket each : List.of(bucket, kept)) {
            node.database.update(
                    "INSERT INTO object_info (bucket_id, key, size_bytes, modified_at, etag)"
                            + " VALUES (?, 'late', 1, now(), '')",
                    each.id());
            node.database.update("INSERT INTO object_dirty (bucket_id, key) VALUES (?, 'late')", each.id());
        }
        DeletedBucketRows gone = new DeletedBucketRows(node.database);

        gone.sweep(() -> false);
        assertThat(rows(bucket)).isEqualTo(2);
        node.database.update("UPDATE deleted_bucket SET at = now() - interval '1 hour' WHERE id = ?", bucket.id());
        gone.sweep(() -> false);

        assertThat(rows(bucket)).isZero();
        assertThat(rows(kept)).isEqualTo(2);
        assertThat(isNoted(bucket)).isFalse();
    }

    @Test
    void noteOfABucketThatIsGoneStaysUntilNothingIsLeft() {
        Bucket bucket = node.bucket(ann, "half-gone");
        node.delete(bucket);
        node.database.update(
                "INSERT INTO object_dirty (bucket_id, key) SELECT ?, 'k' || n FROM generate_series(1, 10001) n",
                bucket.id());
        node.database.update("UPDATE deleted_bucket SET at = now() - interval '1 hour' WHERE id = ?", bucket.id());
        DeletedBucketRows gone = new DeletedBucketRows(node.database);

        gone.sweep(() -> true);
        assertThat(isNoted(bucket)).isTrue();
        gone.sweep(() -> false);

        assertThat(isNoted(bucket)).isFalse();
    }

    /** It deletes fewer rows than its limit although there are more. */
    @Test
    void sweepBesideAnotherOneLeavesNothing() throws Exception {
        Bucket bucket = node.bucket(ann, "swept-twice");
        node.delete(bucket);
        node.database.update(
                "INSERT INTO object_info (bucket_id, key, size_bytes, modified_at, etag)"
                        + " SELECT ?, 'k' || n, 1, now(), '' FROM generate_series(1, 15000) n",
                bucket.id());
        node.database.update("UPDATE deleted_bucket SET at = now() - interval '1 hour' WHERE id = ?", bucket.id());

        try (ExecutorService other = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> sweep = node.database.transact(connection -> {
                Database.update(
                        connection,
                        "DELETE FROM object_info WHERE bucket_id = ? AND key IN"
                                + " (SELECT key FROM object_info WHERE bucket_id = ? LIMIT 5000)",
                        bucket.id(),
                        bucket.id());
                Future<?> waiting = other.submit(() -> new DeletedBucketRows(node.database).sweep(() -> false));
                while (!isAnyWaiting(connection)) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
                }
                return waiting;
            });
            sweep.get();
        }

        assertThat(objects(bucket)).isZero();
        assertThat(isNoted(bucket)).isFalse();
    }

    /** Both change the row of the bucket and that of its check. */
    @Test
    void deletionBesideTheEndOfAVersioningCheckIsNoDeadlock() throws Exception {
        Bucket bucket = node.bucket(ann, "checked");
        JdbcVersioningTables versioning = new JdbcVersioningTables(node.database);
        node.database.update("UPDATE bucket SET may_have_versions = NULL WHERE id = ?", bucket.id());
        node.database.update("INSERT INTO bucket_versions_due (bucket_id, due_at) VALUES (?, now())", bucket.id());

        try (ExecutorService other = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> check = node.database.transact(connection -> {
                Database.update(connection, "UPDATE bucket SET region = region WHERE id = ?", bucket.id());
                Future<?> waiting = other.submit(() -> versioning.settle(bucket.id(), true));
                while (!isAnyWaiting(connection)) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
                }
                Database.update(connection, "DELETE FROM bucket WHERE id = ?", bucket.id());
                return waiting;
            });
            check.get();
        }

        assertThat(node.database.first("SELECT 1 FROM bucket WHERE id = ?", row -> true, bucket.id()))
                .isEmpty();
    }

    /** Not from pg_stat_activity, of which a transaction caches its first snapshot. */
    private boolean isAnyWaiting(Connection connection) throws SQLException {
        return Database.first(connection, "SELECT 1 FROM pg_locks WHERE NOT granted", row -> true)
                .isPresent();
    }

    private boolean isNoted(Bucket bucket) {
        return node.database
                .first("SELECT 1 FROM deleted_bucket WHERE id = ?", row -> true, bucket.id())
                .isPresent();
    }

    private long rows(Bucket bucket) {
        return Stream.of("object_info", "object_dirty")
                .mapToLong(table -> node.database
                        .first(
                                "SELECT count(*) FROM " + table + " WHERE bucket_id = ? AND key = 'late'",
                                row -> row.getLong(1),
                                bucket.id())
                        .orElseThrow())
                .sum();
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

        BucketDeletion deletion = node.buckets.beginDeletion(ann.tenant().id(), bucket);
        assertThat(node.buckets.completeDeletion(bob.tenant().id(), deletion)).isFalse();
        assertThat(objects(bucket)).isEqualTo(10_001);
        assertThat(node.buckets.completeDeletion(ann.tenant().id(), deletion)).isTrue();

        assertThat(objects(bucket)).isZero();
        assertThat(objects(kept)).isEqualTo(10_001);
        assertThat(made(bob, "removed").id()).isNotEqualTo(bucket.id());
    }

    @Test
    void directoryIsRefreshedOnceABucketIsConfirmedOrDeleted() {
        List<BucketName> refreshed = new ArrayList<>();
        JdbcBucketStore store = new JdbcBucketStore(node.database, refreshed::add);
        BucketClaim claim = claim(ann, "refreshed");
        assertThat(store.confirm(bob.tenant().id(), bob.made().user().id(), claim.bucket()))
                .isFalse();
        assertThat(refreshed).as("nothing has changed").isEmpty();

        store.confirm(ann.tenant().id(), ann.made().user().id(), claim.bucket());
        assertThat(refreshed).as("the next request finds it").containsExactly(new BucketName("refreshed"));

        Bucket bucket = node.listBuckets(ann.tenant().id(), "refreshed", 1).getFirst();
        BucketDeletion deletion = store.beginDeletion(ann.tenant().id(), bucket);
        store.cancelDeletion(ann.tenant().id(), deletion);
        assertThat(store.completeDeletion(ann.tenant().id(), deletion)).isFalse();
        assertThat(refreshed).hasSize(1);

        store.completeDeletion(
                ann.tenant().id(), store.beginDeletion(ann.tenant().id(), bucket));
        assertThat(refreshed)
                .as("the next request does not find it")
                .containsExactly(new BucketName("refreshed"), new BucketName("refreshed"));
    }

    private long objects(Bucket bucket) {
        return node.database
                .first("SELECT count(*) FROM object_info WHERE bucket_id = ?", row -> row.getLong(1), bucket.id())
                .orElseThrow();
    }

    private List<String> names(List<Bucket> buckets) {
        return buckets.stream().map(bucket -> bucket.name().value()).toList();
    }
}
