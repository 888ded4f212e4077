package dev.ose.server.sync;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.adapter.OwnChange;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.server.accounting.jdbc.JdbcObjectCounters;
import dev.ose.server.accounting.jdbc.JdbcUploadQueue;
import dev.ose.server.accounting.jdbc.JdbcUploadTables;
import dev.ose.server.accounting.upload.NotedPart;
import dev.ose.server.accounting.upload.Upload;
import dev.ose.server.accounting.upload.UploadChange;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.jdbc.JdbcObjectIndex;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.sync.jdbc.JdbcNotificationTables;
import dev.ose.server.sync.jdbc.JdbcSyncRuns;
import dev.ose.testkit.PostgresFixture;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Changes that a platform reports to have made by itself, on the real database. */
@Timeout(180)
class PlatformChangesTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    private static final AtomicInteger NAMES = new AtomicInteger();

    private final StoreFixture stores = new StoreFixture(postgres.database());
    private final StoreFixture.Holder holder = stores.holder("changed-" + NAMES.incrementAndGet());
    private final Bucket bucket = stores.bucket(holder, "changed-" + NAMES.incrementAndGet());
    private final PlatformId platform = holder.tenant().platform();
    private final JdbcSyncRuns runs = new JdbcSyncRuns(stores.database);
    private final JdbcNotificationTables tables = new JdbcNotificationTables(stores.database);
    private final JdbcUploadQueue uploads = new JdbcUploadQueue(stores.database);
    private final PlatformChanges changes = new PlatformChanges(
            platform,
            new BucketNotifications(tables, runs, new JdbcObjectIndex(stores.database), () -> {}),
            tables,
            uploads);

    @AfterEach
    void close() {
        stores.close();
    }

    @Test
    void keyWithARowIsLookedAtAndOneWithoutIsNot() {
        stores.write(Map.of(
                new ObjectAddress(bucket.id(), new ObjectKey("k")),
                new ObjectFacts(1, "e", Instant.ofEpochSecond(1_000_000), null)));

        assertThat(changes.take(List.of(changed("k"), changed("gone")))).isTrue();

        assertThat(runs.backlog(bucket.id(), 100)).isEqualTo(1);
    }

    @Test
    void abortedUploadIsAskedForAtOnceAndOthersAreNot() {
        JdbcUploadTables books = new JdbcUploadTables(stores.database);
        Upload aborted = upload("aborted");
        for (Upload each : List.of(aborted, upload("other"))) {
            books.apply(List.of(UploadChange.stored(each, Map.of(new PartNumber(1), NotedPart.ofSize(5)))));
        }

        assertThat(changes.take(List.of(
                        new OwnChange.UploadAborted(bucket.name().value(), "k", "aborted"),
                        new OwnChange.UploadAborted(bucket.name().value(), "k", "unknown"),
                        new OwnChange.UploadAborted("no-such-bucket", "k", "aborted"))))
                .isTrue();

        var claims = uploads.claim(10);
        assertThat(claims).extracting(claim -> claim.upload()).containsExactly(aborted);
        uploads.settle(claims.getFirst(), Optional.empty());
        assertThat(new JdbcObjectCounters(stores.database)
                        .of(bucket.tenant(), bucket.id())
                        .partBytes())
                .isEqualTo(5);
    }

    @Test
    void changesAreNotTakenWhileTooManyKeysWait() {
        stores.database.update(
                "INSERT INTO object_dirty (bucket_id, key, due_at)"
                        + " SELECT ?, n::text, now() + interval '1 day' FROM generate_series(1, 20000) n",
                bucket.id());
        stores.write(Map.of(
                new ObjectAddress(bucket.id(), new ObjectKey("k")),
                new ObjectFacts(1, "e", Instant.ofEpochSecond(1_000_000), null)));

        assertThat(changes.take(List.of(changed("k")))).isFalse();

        stores.database.update("DELETE FROM object_dirty WHERE bucket_id = ?", bucket.id());
        assertThat(changes.take(List.of(changed("k")))).isTrue();
    }

    private OwnChange changed(String key) {
        return new OwnChange.ObjectChanged(bucket.name().value(), key);
    }

    private Upload upload(String id) {
        return new Upload(bucket.id(), new ObjectKey("k"), new UploadId(id));
    }
}
