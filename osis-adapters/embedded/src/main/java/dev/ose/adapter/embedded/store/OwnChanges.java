package dev.ose.adapter.embedded.store;

import dev.ose.s3.ObjectKey;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The unreported changes that the platform made by itself. A change is recorded in the transaction that makes it, so
 * that none is lost in a crash. Thread-safe; blocks on PostgreSQL.
 */
public final class OwnChanges {

    private final StoreDatabase database;
    private final Semaphore news = new Semaphore(0);

    public OwnChanges(StoreDatabase database) {
        this.database = database;
    }

    /**
     * A recorded change.
     *
     * @param uploadId the upload that was aborted; null if versions of the key were removed or hidden
     */
    public record Noted(
            long id, String bucket, String key, @Nullable String uploadId) {}

    /** Records, in the caller's transaction, that versions of these keys were removed or hidden by a delete marker. */
    static void note(Connection connection, StoredBucket bucket, Collection<ObjectKey> keys, Instant now)
            throws SQLException {
        if (!keys.isEmpty()) {
            Sql.update(
                    connection,
                    "insert into embedded_platform.own_change (noted_at, bucket, key) select ?, ?, * from unnest(?)",
                    now,
                    bucket.name().value(),
                    keys.stream().map(ObjectKey::value).toArray(String[]::new));
        }
    }

    /** Records, in the caller's transaction, that an upload was aborted. */
    static void note(Connection connection, StoredBucket bucket, StoredUpload upload, Instant now) throws SQLException {
        Sql.update(
                connection,
                "insert into embedded_platform.own_change (noted_at, bucket, key, upload_id) values (?, ?, ?, ?)",
                now,
                bucket.name().value(),
                upload.key().value(),
                upload.id().value());
    }

    /** Ends {@link #await}; call after the commit of a transaction that recorded changes. */
    void ring() {
        news.release();
    }

    /** Waits until there may be changes, at most this long. */
    public void await(Duration length) throws InterruptedException {
        if (news.tryAcquire(length.toNanos(), TimeUnit.NANOSECONDS)) {
            news.drainPermits();
        }
    }

    /** The oldest changes, in their order. */
    public List<Noted> oldest(int limit) {
        return database.read(connection -> Sql.list(
                connection,
                "select * from embedded_platform.own_change order by id limit ?",
                row -> new Noted(
                        row.getLong("id"), row.getString("bucket"), row.getString("key"), row.getString("upload_id")),
                limit));
    }

    /** Deletes reported changes. */
    public void forget(List<Noted> reported) {
        database.write(connection ->
                Sql.update(connection, "delete from embedded_platform.own_change where id = any(?)", (Object)
                        reported.stream().map(Noted::id).toArray(Long[]::new)));
    }

    /** Deletes changes from before this time, reported or not; returns their number. */
    public int forgetBefore(Instant moment) {
        return database.write(connection ->
                Sql.update(connection, "delete from embedded_platform.own_change where noted_at < ?", moment));
    }
}
