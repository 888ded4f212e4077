package dev.ose.server.catalog.jdbc;

import dev.ose.server.bucket.BucketId;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Brings what follows from writes up to date: with a ledger that is a log, rows, counters and open writes follow it.
 * Once a method returns, they include every write that was answered, and every begin that was committed, before the
 * call. Every method blocks on the database. Thread-safe.
 */
public interface CatchUp {

    /** Rows never lag behind. */
    CatchUp NOT_NEEDED = new CatchUp() {
        @Override
        public void of(BucketId bucket) {}

        @Override
        public void ofAll() {}

        @Override
        public void ofAll(Connection connection) {}

        @Override
        public void hold(ObjectSql sql, BucketId bucket) {}
    };

    /**
     * Brings one bucket up to date.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code MetadataUnavailable}, also if it takes too long
     */
    void of(BucketId bucket);

    /** As {@link #of} for all buckets. */
    void ofAll();

    /**
     * As {@link #ofAll()} within a transaction that has locked nothing that belongs to objects. Each of its statements
     * must have a snapshot of its own.
     */
    void ofAll(Connection connection) throws SQLException;

    /**
     * Adds a statement, if one is needed, that keeps the rows of the bucket as they are until the transaction ends. To
     * be added before anything is locked.
     */
    void hold(ObjectSql sql, BucketId bucket) throws SQLException;
}
