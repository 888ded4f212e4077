package dev.ose.server.bucket.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.BucketName;
import dev.ose.s3.document.BucketLogging;
import dev.ose.server.accounting.jdbc.JdbcQuotaStore;
import dev.ose.server.accounting.quota.Quota;
import dev.ose.server.accounting.quota.QuotaHolder;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketClaim;
import dev.ose.server.bucket.BucketDeletion;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.UndoableCreation;
import dev.ose.server.catalog.jdbc.DeletedBucketRows;
import dev.ose.server.database.Database;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.database.StoreFixture.Holder;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.sync.jdbc.JdbcVersioningTables;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.testkit.PostgresFixture;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Timeout(120)
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

    private static Optional<BucketLogging> loggingOf(String name) {
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
    private static boolean isAnyWaiting(Connection connection) throws SQLException {
        return Database.first(connection, "SELECT 1 FROM pg_locks WHERE NOT granted", row -> true)
                .isPresent();
    }

    private static boolean isNoted(Bucket bucket) {
        return node.database
                .first("SELECT 1 FROM deleted_bucket WHERE id = ?", row -> true, bucket.id())
                .isPresent();
    }

    private static long rows(Bucket bucket) {
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
    void nameOfAnotherTenantIsTakenAndOwnIsAlreadyYours() {
        made(ann, "mine");

        assertFails(() -> claim(bob, "mine"), new Failure.BucketTaken("mine"));
        assertThat(claim(ann, "mine").isKept()).isTrue();
    }

    @Test
    void unfinishedClaimIsTakenOverByItsTenantOnly() {
        BucketClaim first = claim(ann, "unfinished");

        assertThat(first.isShared()).isFalse();
        assertThat(claim(ann, "unfinished")).isEqualTo(new BucketClaim(first.bucket(), BucketClaim.Kind.SHARED));
        assertFails(() -> claim(bob, "unfinished"), new Failure.BucketTaken("unfinished"));
        node.buckets.abandon(bob.tenant().id(), first);
        assertFails(() -> claim(bob, "unfinished"), new Failure.BucketTaken("unfinished"));
        node.buckets.abandon(ann.tenant().id(), first);
        // The other request is still under way.
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

    @Test
    void confirmingAnotherTenantsClaimFindsNoBucket() {
        BucketClaim claim = claim(ann, "not-bobs");

        assertThat(confirm(bob, claim)).isFalse();
        assertThat(confirm(ann, claim)).isTrue();
    }

    @Test
    void refusedClaimLeavesTheBucketThatAnotherConfirmed() {
        BucketClaim first = claim(ann, "twice-at-once");
        BucketClaim second = claim(ann, "twice-at-once");
        confirm(ann, first);

        node.buckets.abandon(ann.tenant().id(), second);

        assertThat(claim(ann, "twice-at-once").isKept()).isTrue();
    }

    @Test
    void bucketThatAnotherUserIsCreatingIsBusyAndItsQuotaAppliesToTheFinalOwner() {
        TenantId tenant = ann.tenant().id();
        UserId late = node.provisioning
                .createUser(tenant, "late", Role.TENANT_USER)
                .user()
                .id();
        BucketClaim claim = claim(ann, "whose");
        assertFails(() -> claimAs(late, "whose"), new Failure.BucketBusy("whose"));
        ofTheDead(claim.bucket());
        JdbcQuotaStore quotas = new JdbcQuotaStore(node.database);

        quotas.put(new QuotaHolder.OfUser(tenant, late), new Quota(null, null, 0L));
        assertFails(() -> claimAs(late, "whose"), new Failure.TooManyBuckets("user"));
        quotas.put(new QuotaHolder.OfUser(tenant, late), new Quota(null, null, 1L));

        assertThat(claimAs(late, "whose").bucket()).isEqualTo(claim.bucket());
        assertFails(() -> claim(ann, "whose"), new Failure.BucketBusy("whose"));
        assertFails(() -> claimAs(late, "one-more"), new Failure.TooManyBuckets("user"));
        node.buckets.confirm(tenant, late, claim.bucket());
        confirm(ann, claim);
        assertThat(node.listBuckets(tenant, "whose", 1).getFirst().owner()).isEqualTo(late);
    }

    private static BucketClaim claimAs(UserId user, String name) {
        return node.buckets.claim(ann.tenant().id(), user, node.platform.id(), new BucketName(name), "default");
    }

    @Test
    void claimsOfTheDeadDoNotCount() {
        BucketClaim claim = claim(ann, "crashed");
        ofTheDead(claim.bucket());

        node.buckets.abandon(ann.tenant().id(), claim(ann, "crashed"));

        assertThat(claims(bob, "crashed")).isTrue();
    }

    @Test
    void bucketThatIsBeingDeletedIsSeenAndBusy() {
        Bucket bucket = made(ann, "going");
        node.buckets.beginDeletion(ann.tenant().id(), bucket);

        assertThat(node.listBuckets(ann.tenant().id(), "going", 1)).containsExactly(bucket);
        assertFails(() -> claim(ann, "going"), new Failure.BucketBusy("going"));
        assertFails(() -> claim(bob, "going"), new Failure.BucketTaken("going"));
        assertFails(() -> node.buckets.beginDeletion(ann.tenant().id(), bucket), new Failure.BucketBusy("going"));
    }

    @Test
    void deletionThatWasGivenUpLeavesTheBucket() {
        Bucket bucket = made(ann, "stays");
        BucketDeletion refused = node.buckets.beginDeletion(ann.tenant().id(), bucket);

        node.buckets.cancelDeletion(ann.tenant().id(), refused);

        assertThat(claim(ann, "stays").isKept()).isTrue();
        assertThat(node.buckets.completeDeletion(ann.tenant().id(), refused)).isFalse();
        assertThat(node.listBuckets(ann.tenant().id(), "stays", 1)).containsExactly(bucket);
    }

    @Test
    void bucketMadeAnewIsNotForgotten() {
        Bucket bucket = made(ann, "phoenix");
        BucketClaim again = claim(ann, "phoenix");
        BucketDeletion deletion = node.buckets.beginDeletion(ann.tenant().id(), bucket);

        assertThat(confirm(ann, again)).isTrue();

        assertThat(node.buckets.completeDeletion(ann.tenant().id(), deletion)).isFalse();
        assertThat(node.listBuckets(ann.tenant().id(), "phoenix", 1)).containsExactly(bucket);
    }

    @Test
    void bucketMadeAnewAfterTheRowIsGoneIsClaimedAgain() {
        Bucket bucket = made(ann, "late-phoenix");
        BucketClaim again = claim(ann, "late-phoenix");
        node.delete(bucket);

        assertThat(confirm(ann, again)).isFalse();
        assertThat(claim(ann, "late-phoenix").isKept()).isFalse();
    }

    @Test
    void deletionOfTheDeadIsTakenOver() {
        Bucket bucket = made(ann, "orphan");
        BucketDeletion dead = node.buckets.beginDeletion(ann.tenant().id(), bucket);
        ofTheDead(bucket.id());

        BucketDeletion next = node.buckets.beginDeletion(ann.tenant().id(), bucket);

        assertThat(node.buckets.completeDeletion(ann.tenant().id(), dead)).isFalse();
        assertThat(node.buckets.completeDeletion(ann.tenant().id(), next)).isTrue();
        assertFails(() -> node.buckets.beginDeletion(ann.tenant().id(), bucket), new Failure.BucketMissing("orphan"));
    }

    @Test
    void creationIsUndoneWhileItIsTheOnlyOne() {
        BucketClaim claim = claim(ann, "undone");
        UndoableCreation creation =
                node.buckets.makeUndoable(ann.tenant().id(), claim).orElseThrow();
        assertThat(confirm(ann, claim)).isTrue();

        BucketDeletion deletion =
                node.buckets.beginUndo(ann.tenant().id(), creation).orElseThrow();

        assertFails(() -> claim(ann, "undone"), new Failure.BucketBusy("undone"));
        assertThat(node.buckets.beginUndo(ann.tenant().id(), creation)).isEmpty();
        assertThat(node.buckets.completeDeletion(ann.tenant().id(), deletion)).isTrue();
    }

    @Test
    void creationThatAnotherRequestTakesPartInIsNotUndone() {
        BucketClaim before = claim(ann, "of-two");
        claim(ann, "of-two");
        assertThat(node.buckets.makeUndoable(ann.tenant().id(), before)).isEmpty();

        BucketClaim during = claim(ann, "of-three");
        UndoableCreation ended =
                node.buckets.makeUndoable(ann.tenant().id(), during).orElseThrow();
        claim(ann, "of-three");
        assertThat(confirm(ann, during)).isTrue();
        assertThat(node.buckets.beginUndo(ann.tenant().id(), ended)).isEmpty();

        BucketClaim after = claim(ann, "of-four");
        UndoableCreation late =
                node.buckets.makeUndoable(ann.tenant().id(), after).orElseThrow();
        assertThat(confirm(ann, after)).isTrue();
        assertThat(claim(ann, "of-four").isKept()).isTrue();
        assertThat(node.buckets.beginUndo(ann.tenant().id(), late)).isEmpty();
        assertThat(node.buckets.beginUndo(bob.tenant().id(), late)).isEmpty();
    }

    /** As if the requests on the bucket had died some time ago. */
    private static void ofTheDead(BucketId bucket) {
        node.database.update("UPDATE bucket SET busy_until = now() - interval '1 second' WHERE id = ?", bucket);
    }

    private static long objects(Bucket bucket) {
        return node.database
                .first("SELECT count(*) FROM object_info WHERE bucket_id = ?", row -> row.getLong(1), bucket.id())
                .orElseThrow();
    }

    private static Bucket made(Holder holder, String name) {
        return node.bucket(holder, name);
    }

    private static BucketClaim claim(Holder holder, String name) {
        return node.buckets.claim(
                holder.tenant().id(), holder.made().user().id(), node.platform.id(), new BucketName(name), "default");
    }

    private static boolean confirm(Holder holder, BucketClaim claim) {
        return node.buckets.confirm(holder.tenant().id(), holder.made().user().id(), claim.bucket());
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
