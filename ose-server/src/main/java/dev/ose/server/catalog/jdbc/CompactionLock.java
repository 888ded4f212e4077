package dev.ose.server.catalog.jdbc;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.database.AdvisoryLocks;
import dev.ose.server.database.Database;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * What keeps writing and folding apart: whoever changes a row of an object takes the bucket's lock together with all others
 * who do so, and whoever folds takes it alone. Held until the transaction ends. It is the first lock of a transaction, and a
 * transaction takes several in the order of their numbers, so that two never wait for each other.
 */
public final class CompactionLock {

    /** Ours among the two-part advisory locks of the database, beside that of {@link AdvisoryLocks}. */
    public static final int SPACE = 0x4F5346;

    /** Bounds how many a commit of many buckets takes; a fold stops the writes to one bucket in so many for a moment. */
    private static final int NUMBERS = 64;

    private CompactionLock() {}

    static int numberOf(BucketId bucket) {
        return (int) Math.floorMod(bucket.value(), (long) NUMBERS);
    }

    /** Waits while the bucket is being folded. */
    public static void share(Connection connection, BucketId bucket) throws SQLException {
        take(connection, "SELECT pg_advisory_xact_lock_shared(?, ?)", bucket);
    }

    /** Waits for all who write to the bucket. */
    static void takeAlone(Connection connection, BucketId bucket) throws SQLException {
        take(connection, "SELECT pg_advisory_xact_lock(?, ?)", bucket);
    }

    private static void take(Connection connection, String sql, BucketId bucket) throws SQLException {
        Database.first(connection, sql, row -> true, SPACE, numberOf(bucket));
    }
}
