package dev.ose.server.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.jdbc.JdbcObjectIndex;
import dev.ose.server.catalog.jdbc.ObjectSql;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.jdbc.JdbcDirtyKeys;
import dev.ose.server.ledger.verify.KeyContent;
import dev.ose.server.ledger.verify.Verifier;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.RecordedJobs;
import dev.ose.server.sync.ChangeNotification.Said;
import dev.ose.server.sync.jdbc.JdbcNotificationTables;
import dev.ose.server.sync.jdbc.JdbcSyncRuns;
import dev.ose.testkit.PostgresFixture;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Change notifications of a platform in memory, on the real database. */
@Timeout(180)
class BucketNotificationsTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final AtomicLong OPERATIONS = new AtomicLong(7L << 48);
    private static final ObjectKey KEY = new ObjectKey("k");
    private static final Said REMOVED = new ChangeNotification.Removed();
    private static final Said UNCLEAR = new ChangeNotification.Unclear();

    private final StoreFixture stores = new StoreFixture(postgres.database());
    private final StoreFixture.Holder holder = stores.holder("noticed-" + NAMES.incrementAndGet());
    private final Bucket bucket = stores.bucket(holder, "noticed-" + NAMES.incrementAndGet());
    private final PlatformId platform = holder.tenant().platform();
    private final JdbcSyncRuns runs = new JdbcSyncRuns(stores.database);
    private final AtomicInteger rung = new AtomicInteger();
    private final BucketNotifications notices = new BucketNotifications(
            new JdbcNotificationTables(stores.database),
            runs,
            new JdbcObjectIndex(stores.database),
            rung::incrementAndGet);

    @AfterEach
    void close() {
        stores.close();
    }

    @Test
    void rowsFollowWhatAPlatformTells() {
        Map<ObjectKey, ObjectFacts> platformHas = new ConcurrentHashMap<>();
        AtomicInteger asked = new AtomicInteger();
        try (Verifier verifier =
                Verifier.start(RecordedJobs.jobs(), new JdbcDirtyKeys(stores.database), (where, key) -> {
                    // Marks of other tests are verified as well.
                    if (where.equals(bucket.id())) {
                        asked.incrementAndGet();
                    }
                    return KeyContent.of(Optional.ofNullable(platformHas.get(key)));
                })) {
            for (ObjectFacts facts : List.of(facts(1), facts(2))) {
                platformHas.put(KEY, facts);
                notify(KEY, written(facts));
                verifier.wake();
                await().atMost(Duration.ofMinutes(1)).until(() -> row().equals(Optional.of(facts)));
            }
            platformHas.remove(KEY);
            notify(KEY, REMOVED);
            verifier.wake();
            await().atMost(Duration.ofMinutes(1)).until(() -> row().isEmpty());
        }
        assertThat(asked).hasValue(3);
        assertThat(notices.marked()).isEqualTo(3);
        assertThat(rung).hasValue(3);
    }

    @Test
    void whatTheRowSaysAlreadyIsNotLookedAt() {
        insert(KEY, facts(5));

        notify(KEY, written(facts(5)));
        notify(KEY, written(facts(5)));
        notify(new ObjectKey("gone"), REMOVED);

        assertThat(waiting()).isZero();
        assertThat(notices.known()).isEqualTo(3);
        assertThat(rung).hasValue(0);
    }

    @Test
    void whatTheRowDoesNotSayIsLookedAtOnce() {
        insert(KEY, facts(5));
        for (Said said : List.of(
                written(facts(6)), new ChangeNotification.Written(5, "other"), REMOVED, UNCLEAR, written(facts(6)))) {
            notify(KEY, said);
            assertThat(waiting()).isEqualTo(1);
        }
        notify(new ObjectKey("new"), written(facts(5)));
        assertThat(waiting()).isEqualTo(2);
        assertThat(row()).contains(facts(5));
    }

    @Test
    void contradictionWithinOneDocumentIsLookedAt() {
        insert(KEY, facts(5));

        notices.take(platform, List.of(notice(KEY, REMOVED), notice(KEY, written(facts(5)))));

        assertThat(waiting()).isEqualTo(1);
    }

    /**
     * The row matches, yet the write under way may have preceded the notified change, and its completion would count as
     * newer.
     */
    @Test
    void keyOfAWriteUnderWayIsLookedAtAfterIt() {
        insert(KEY, facts(5));
        Intent intent = new Intent(OPERATIONS.incrementAndGet(), bucket.id(), KEY);
        stores.database.transact(connection -> {
            ObjectSql sql = new ObjectSql(connection);
            sql.insertIntents(List.of(intent));
            sql.execute();
            return intent;
        });

        notify(KEY, written(facts(5)));

        assertThat(waiting()).isEqualTo(1);
        assertThat(new JdbcDirtyKeys(stores.database).claim(10))
                .extracting(key -> key.address().bucket())
                .doesNotContain(bucket.id());
    }

    @Test
    void bucketsThatAreNotOfThatPlatformAreCountedOnly() {
        notices.take(new PlatformId(4711), List.of(notice(KEY, UNCLEAR)));
        notices.take(platform, List.of(new ChangeNotification(new BucketName("unknown-bucket"), KEY, UNCLEAR)));
        stores.delete(bucket);
        notify(KEY, UNCLEAR);

        assertThat(notices.ignored()).isEqualTo(3);
        assertThat(waiting()).isZero();
    }

    @Test
    void whoTellsTooMuchShallComeBack() {
        stores.database.update(
                "INSERT INTO object_dirty (bucket_id, key, due_at)"
                        + " SELECT ?, n::text, now() + interval '1 day' FROM generate_series(1, 20000) n",
                bucket.id());

        assertThatThrownBy(() -> notify(KEY, UNCLEAR))
                .isInstanceOf(FailureException.class)
                .extracting(e -> ((FailureException) e).failure())
                .isInstanceOf(Failure.Busy.class);
        assertThat(notices.marked()).isZero();
        stores.database.update("DELETE FROM object_dirty WHERE bucket_id = ?", bucket.id());
    }

    @Test
    void keysThatThePlatformRefusesToReportBlockNoNotification() {
        stores.database.update(
                "INSERT INTO object_dirty (bucket_id, key, due_at, refusals)"
                        + " SELECT ?, n::text, now() + interval '1 day', 1 + n % 9 FROM generate_series(1, 20000) n",
                bucket.id());

        notify(KEY, UNCLEAR);

        assertThat(notices.marked()).isEqualTo(1);
        stores.database.update("DELETE FROM object_dirty WHERE bucket_id = ?", bucket.id());
    }

    private void notify(ObjectKey key, Said said) {
        notices.take(platform, List.of(notice(key, said)));
    }

    private ChangeNotification notice(ObjectKey key, Said said) {
        return new ChangeNotification(bucket.name(), key, said);
    }

    private static Said written(ObjectFacts facts) {
        return new ChangeNotification.Written(facts.sizeBytes(), facts.etag());
    }

    private int waiting() {
        return runs.backlog(bucket.id(), 100);
    }

    private Optional<ObjectFacts> row() {
        return new JdbcObjectIndex(stores.database).get(new ObjectAddress(bucket.id(), KEY));
    }

    private void insert(ObjectKey key, ObjectFacts facts) {
        stores.write(Map.of(new ObjectAddress(bucket.id(), key), facts));
    }

    private static ObjectFacts facts(long size) {
        return new ObjectFacts(size, "etag-" + size, Instant.ofEpochSecond(1_000_000), null);
    }
}
