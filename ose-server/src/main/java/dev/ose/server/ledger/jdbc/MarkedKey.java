package dev.ose.server.ledger.jdbc;

import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.jdbc.CatchUp;
import dev.ose.server.catalog.jdbc.ObjectSql;
import dev.ose.server.catalog.jdbc.SegmentObjects;
import dev.ose.server.database.RowMappers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * A key whose mark a transaction has locked.
 *
 * @param versions the version of its mark; empty if it has none any more
 * @param isOpen whether a write to it is open
 * @param folded itself if it exists only in a segment, without a row
 */
record MarkedKey(ObjectAddress address, List<Long> versions, boolean isOpen, Map<ObjectAddress, ObjectFacts> folded) {

    /**
     * Locks out appliers of the log, then compaction, then others that settle the key, and looks at it: one round trip.
     * Each step sees all commits before, so an open write cannot be missed: its completion changes the mark before it
     * removes the intent.
     */
    static MarkedKey lock(Connection connection, ObjectAddress address, CatchUp catchUp) throws SQLException {
        ObjectSql sql = new ObjectSql(connection);
        sql.planByIndex();
        catchUp.hold(sql, address.bucket());
        sql.shareFoldLocks(List.of(address));
        int before = sql.size();
        sql.lockMark(address);
        sql.findIntent(address);
        sql.findFolded(List.of(address));
        try (PreparedStatement statement = sql.prepare()) {
            statement.execute();
            for (int i = 1; i < before; i++) {
                LockedKeys.next(statement).close();
            }
            List<Long> versions = RowMappers.all(LockedKeys.next(statement), MarkedKey::number);
            boolean isOpen = !RowMappers.all(LockedKeys.next(statement), MarkedKey::number)
                    .isEmpty();
            return new MarkedKey(
                    address, versions, isOpen, SegmentObjects.read(LockedKeys.next(statement), List.of(address)));
        }
    }

    private static long number(ResultSet row) throws SQLException {
        return row.getLong(1);
    }

    /** Whether the mark is there and still has this version. */
    boolean isMarkedBy(long version) {
        return versions.contains(version);
    }
}
