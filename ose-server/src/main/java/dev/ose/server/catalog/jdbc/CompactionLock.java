package dev.ose.server.catalog.jdbc;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.database.AdvisoryLocks;
import dev.ose.server.database.Database;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Excludes writes and compaction of a bucket from each other: writers of its rows share the lock, compaction takes it
 * alone. Held until the transaction ends. It is the first lock of a transaction, and a transaction takes several in the
 * order of their numbers, to avoid deadlocks.
 */
public final class CompactionLock {

    /** The class id of these two-part advisory locks, distinct from that of {@link AdvisoryLocks}. */
    public static final int SPACE = 0x4F5346;

    /**
     * Bounds the number of locks of a commit with many buckets; compaction briefly stops the writes to 1 in 64 buckets.
     */
    private static final int NUMBERS = 64;

    private CompactionLock() {}

    static int numberOf(BucketId bucket) {
        return (int) Math.floorMod(bucket.value(), (long) NUMBERS);
    }

    /** Waits while the bucket is being compacted. */
    public static void share(Connection connection, BucketId bucket) throws SQLException {
        take(connection, "SELECT pg_advisory_xact_lock_shared(?, ?)", bucket);
    }

    /** Waits for all writers of the bucket. */
    static void takeAlone(Connection connection, BucketId bucket) throws SQLException {
        take(connection, "SELECT pg_advisory_xact_lock(?, ?)", bucket);
    }

    private static void take(Connection connection, String sql, BucketId bucket) throws SQLException {
        Database.first(connection, sql, row -> true, SPACE, numberOf(bucket));
    }
}
