package dev.ose.adapter.embedded.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The lifecycle rules of buckets, and for which day they were carried out. Thread-safe; blocks on PostgreSQL. */
public final class Lifecycles {

    /** The number of the lock on carrying rules out. */
    private static final int WORK = 1;

    private final StoreDatabase database;
    private final Semaphore changes = new Semaphore(0);

    public Lifecycles(StoreDatabase database) {
        this.database = database;
    }

    /**
     * Replaces the rules; null takes them away. When this returns, no removal by the former rules is under way.
     */
    public void set(StoredBucket bucket, @Nullable String document) {
        database.write(connection -> Sql.update(
                connection,
                "update embedded_platform.bucket set lifecycle = ?, lifecycle_pass = null where id = ?",
                document,
                bucket.id()));
        changes.release();
    }

    /** Waits until rules change, but not longer than this. */
    public void awaitChange(Duration length) throws InterruptedException {
        if (changes.tryAcquire(length.toNanos(), TimeUnit.NANOSECONDS)) {
            changes.drainPermits();
        }
    }

    /** Runs work of the rules that no other process does at the same time; false, and nothing was run, if one does. */
    public boolean runAlone(Runnable work) {
        return database.runAlone(WORK, work);
    }

    /** Some of the buckets whose rules were not carried out for this day yet, in UTC, those behind an id. */
    public List<StoredBucket> due(LocalDate day, long afterId, int limit) {
        return database.read(connection -> Sql.list(connection, """
                select * from embedded_platform.bucket
                where lifecycle is not null and (lifecycle_pass is null or lifecycle_pass < ?) and id > ?
                order by id limit ?
                """, StoredBuckets::bucket, day, afterId, limit));
    }

    /** Notes that the rules that the bucket had were carried out for this day; nothing if it has others now. */
    public void passed(StoredBucket bucket, LocalDate day) {
        database.write(connection -> Sql.update(
                connection,
                "update embedded_platform.bucket set lifecycle_pass = ? where id = ? and lifecycle = ?",
                day,
                bucket.id(),
                bucket.lifecycle()));
    }

    /**
     * Keeps the rules as they are until the transaction ends, which hinders no writer of objects.
     *
     * @return false if they are others by now, or the bucket is gone
     */
    static boolean hold(Connection connection, StoredBucket bucket) throws SQLException {
        return Sql.first(
                        connection,
                        "select id from embedded_platform.bucket where id = ? and lifecycle = ? for no key update",
                        row -> row.getLong("id"),
                        bucket.id(),
                        bucket.lifecycle())
                .isPresent();
    }
}
