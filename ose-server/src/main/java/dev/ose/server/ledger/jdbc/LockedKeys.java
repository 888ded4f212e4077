package dev.ose.server.ledger.jdbc;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.jdbc.FoldedObject;
import dev.ose.server.catalog.jdbc.ObjectSql;
import dev.ose.server.catalog.jdbc.SegmentObjects;
import dev.ose.server.database.RowMappers;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.commit.LedgerTables;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/**
 * Keys that a transaction has locked.
 *
 * @param locked the intents and marks on them
 * @param folded those that exist only in segments, without a row
 */
record LockedKeys(LedgerTables.Locked locked, Map<ObjectAddress, FoldedObject> folded) {

    /**
     * Keys whose segments are read at once: each may have one of its own, of which the driver keeps some KiB until all
     * have come.
     */
    private static final int LOOKED_UP = 500;

    /**
     * Locks intents, then marks, and finds folded objects: one round trip, in which each step sees all commits before,
     * and one for each further {@value #LOOKED_UP} keys.
     */
    static LockedKeys lock(Connection connection, SortedSet<ObjectAddress> addresses) throws SQLException {
        List<ObjectAddress> all = List.copyOf(addresses);
        List<ObjectAddress> first = batch(all, 0);
        ObjectSql sql = new ObjectSql(connection);
        sql.shareFoldLocks(addresses);
        sql.lockIntents(addresses);
        sql.lockDirty(addresses);
        sql.locateFolded(first);
        try (PreparedStatement statement = sql.prepare()) {
            statement.execute();
            List<Intent> intents = RowMappers.all(next(statement), LockedKeys::intent);
            List<ObjectAddress> dirty = RowMappers.all(next(statement), LockedKeys::address);
            Map<ObjectAddress, FoldedObject> folded = SegmentObjects.locate(next(statement), first);
            for (int from = LOOKED_UP; from < all.size(); from += LOOKED_UP) {
                folded.putAll(SegmentObjects.locate(connection, batch(all, from)));
            }
            return new LockedKeys(new LedgerTables.Locked(intents, new HashSet<>(dirty)), folded);
        }
    }

    private static List<ObjectAddress> batch(List<ObjectAddress> addresses, int from) {
        return addresses.subList(from, Math.min(from + LOOKED_UP, addresses.size()));
    }

    /** The next of the results of several queries. */
    static ResultSet next(PreparedStatement statement) throws SQLException {
        if (!statement.getMoreResults()) {
            throw new IllegalStateException("one of several queries has no result");
        }
        return statement.getResultSet();
    }

    private static Intent intent(ResultSet row) throws SQLException {
        return new Intent(row.getLong(3), new BucketId(row.getLong(1)), new ObjectKey(row.getString(2)));
    }

    private static ObjectAddress address(ResultSet row) throws SQLException {
        return new ObjectAddress(new BucketId(row.getLong(1)), new ObjectKey(row.getString(2)));
    }
}
