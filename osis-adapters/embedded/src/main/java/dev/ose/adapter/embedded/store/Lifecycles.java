package dev.ose.adapter.embedded.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The lifecycle rules of buckets, and the day of their last pass. Thread-safe; blocks on PostgreSQL. */
public final class Lifecycles {

    /** The number of the lock on passes. */
    private static final int WORK = 1;

    private final StoreDatabase database;
    private final Semaphore changes = new Semaphore(0);

    public Lifecycles(StoreDatabase database) {
        this.database = database;
    }

    /** Replaces the rules; null deletes them. After it returns, no removal by the former rules is running. */
    public void set(StoredBucket bucket, @Nullable String document) {
        database.write(connection -> Sql.update(
                connection,
                "update embedded_platform.bucket set lifecycle = ?, lifecycle_pass = null where id = ?",
                document,
                bucket.id()));
        changes.release();
    }

    /** Waits until rules change, at most this long. */
    public void awaitChange(Duration length) throws InterruptedException {
        if (changes.tryAcquire(length.toNanos(), TimeUnit.NANOSECONDS)) {
            changes.drainPermits();
        }
    }

    /** Runs the work exclusively among processes; false, without running it, if another process does. */
    public boolean runAlone(Runnable work) {
        return database.runAlone(WORK, work);
    }

    /** A page of the buckets, after an id, whose pass of this day in UTC is due. */
    public List<StoredBucket> due(LocalDate day, long afterId, int limit) {
        return database.read(connection -> Sql.list(connection, """
                select * from embedded_platform.bucket
                where lifecycle is not null and (lifecycle_pass is null or lifecycle_pass < ?) and id > ?
                order by id limit ?
                """, StoredBuckets::bucket, day, afterId, limit));
    }

    /** Records the completed pass of this day; does nothing if the bucket's rules have changed. */
    public void passed(StoredBucket bucket, LocalDate day) {
        database.write(connection -> Sql.update(
                connection,
                "update embedded_platform.bucket set lifecycle_pass = ? where id = ? and lifecycle = ?",
                day,
                bucket.id(),
                bucket.settings().lifecycle()));
    }

    /**
     * Locks the rules until the transaction ends; does not block writers of objects.
     *
     * @return false if they have changed, or the bucket was deleted
     */
    static boolean hold(Connection connection, StoredBucket bucket) throws SQLException {
        return Sql.first(
                        connection,
                        "select id from embedded_platform.bucket where id = ? and lifecycle = ? for no key update",
                        row -> row.getLong("id"),
                        bucket.id(),
                        bucket.settings().lifecycle())
                .isPresent();
    }
}
