package dev.ose.server.catalog.jdbc;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.IndexedObject;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One replacement: the rows and segments that were read, and the segments that replace them. Reading and packing need
 * no lock. Then, under the exclusive lock of the bucket, everything that was read is deleted; if any of it has changed,
 * nothing is done. All in one transaction, so that a crash leaves the old or the new state.
 *
 * @param rows the rows that move into segments
 * @param read the segments to replace, and their tombstones
 */
record Compaction(BucketId bucket, Map<ObjectAddress, ObjectFacts> rows, RangeReader read, List<Packed> packed) {

    /** Blocks the deletion of the bucket, and so of its rows. */
    private static final String KEEP = "SELECT 1 FROM bucket WHERE id = ? AND state = 'ACTIVE' FOR KEY SHARE";

    private static final String DELETE_SEGMENT =
            "DELETE FROM object_segment WHERE bucket_id = ? AND first_key = ? AND ver = ?";

    private static final String DELETE_TOMBSTONES =
            "DELETE FROM object_tombstone WHERE bucket_id = ? AND key >= ? AND key <= ?";

    private static final String INSERT = """
            INSERT INTO object_segment (bucket_id, bytes, objects, first_key, last_key, filter, data, tags_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """;

    /** A new row of {@code object_segment}. */
    static final class Packed {

        private final List<IndexedObject> objects;
        private final byte[] filter;
        private final byte[] data;

        Packed(List<IndexedObject> objects) {
            this.objects = objects;
            this.filter = SegmentFilter.of(objects);
            this.data = SegmentCodec.pack(objects);
        }

        private Object[] values(BucketId bucket) {
            return new Object[] {
                bucket,
                objects.stream().mapToLong(each -> each.facts().sizeBytes()).sum(),
                objects.size(),
                objects.getFirst().key().value(),
                objects.getLast().key().value(),
                filter,
                data,
                SegmentCodec.tagsAt(data)
            };
        }
    }

    /** Packs the remaining entries of the window's segments together with the rows that are old enough. */
    static Compaction of(BucketId bucket, RangeReader read, Instant before, CompactionRule rule) {
        List<IndexedObject> due = CompactionRule.due(read, before);
        Map<String, IndexedObject> merged = read.folded();
        due.forEach(row -> merged.put(row.key().value(), row));
        List<Packed> packed = rule.split(List.copyOf(merged.values())).stream()
                .map(Packed::new)
                .toList();
        Map<ObjectAddress, ObjectFacts> rows = due.stream()
                .collect(Collectors.toMap(
                        row -> new ObjectAddress(bucket, row.key()),
                        IndexedObject::facts,
                        (one, other) -> one,
                        TreeMap::new));
        return new Compaction(bucket, rows, read, packed);
    }

    /** The number of objects in the new segments. */
    int objects() {
        return packed.stream().mapToInt(each -> each.objects.size()).sum();
    }

    /** The number of rows and tombstones that the new segments replace. */
    int changes() {
        return rows.size() + read.tombstones().size();
    }

    /**
     * Replaces the old by the new state in the transaction of the connection; returns false, rolled back, if the old
     * state has changed.
     */
    boolean write(Connection connection) throws SQLException {
        // Writers wait for the holder of the lock, and behind a waiter: a hung node must release it at once.
        Database.update(connection, "SET LOCAL idle_in_transaction_session_timeout = '1s'");
        Database.update(connection, "SET LOCAL lock_timeout = '500ms'");
        CompactionLock.takeAlone(connection, bucket);
        boolean same = Database.first(connection, KEEP, row -> true, bucket).isPresent()
                && deleteSegments(connection)
                && deleteTombstones(connection)
                && deleteRows(connection);
        if (!same) {
            connection.rollback();
            return false;
        }
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            for (Packed each : packed) {
                RowMappers.bind(insert, each.values(bucket)).addBatch();
            }
            insert.executeBatch();
        }
        return true;
    }

    private boolean deleteSegments(Connection connection) throws SQLException {
        boolean same = true;
        for (RangeReader.Segment each : read.segments()) {
            same &= Database.update(connection, DELETE_SEGMENT, bucket, each.firstKey(), each.version()) == 1;
        }
        return same;
    }

    private boolean deleteTombstones(Connection connection) throws SQLException {
        if (read.segments().isEmpty()) {
            return true;
        }
        String first = read.segments().getFirst().firstKey();
        String last = read.segments().getLast().lastKey();
        return Database.update(connection, DELETE_TOMBSTONES, bucket, first, last)
                == read.tombstones().size();
    }

    private boolean deleteRows(Connection connection) throws SQLException {
        if (rows.isEmpty()) {
            return true;
        }
        ObjectSql sql = new ObjectSql(connection);
        sql.deleteUnchanged(rows);
        try (PreparedStatement statement = sql.prepare()) {
            return statement.executeUpdate() == rows.size();
        }
    }
}
