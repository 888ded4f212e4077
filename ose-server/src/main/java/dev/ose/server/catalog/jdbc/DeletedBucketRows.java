package dev.ose.server.catalog.jdbc;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.DeletedBucketStore;
import dev.ose.server.catalog.KeyRange;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.database.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Deletes the rows of deleted buckets, which are never read but take space. If a webhook listens to the bucket, each
 * object whose deletion was not reported yet is reported first.
 */
public final class DeletedBucketRows implements DeletedBucketStore {

    /** Bounds what one statement deletes, so that each stays far below the statement timeout. */
    private static final int ROWS_PER_DELETE = 10_000;

    private static final int BUCKETS_PER_SWEEP = 100;

    /** Each has some 20 KB in a dozen TOAST rows. */
    private static final int SEGMENTS_PER_DELETE = 500;

    /** Each has a few hundred objects. */
    private static final RangeReader.Bounds UNFOLDED = new RangeReader.Bounds(ROWS_PER_DELETE, 4, true);

    private static final String ROWS = "object_info";
    private static final String SEGMENTS = "object_segment";

    /**
     * Label settings first, so that no labels are noted any more, and marks next, so that none is settled. Segments
     * become rows if a webhook must be notified; tombstones are deleted after both.
     */
    private static final List<String> TABLES = Stream.concat(
                    Stream.of(
                            "labelled_bucket",
                            "object_dirty",
                            "op_intent",
                            SEGMENTS,
                            ROWS,
                            "object_tombstone",
                            "object_version",
                            "upload_part",
                            "upload",
                            "usage_delta"),
                    JdbcBucketLabels.TABLES.stream())
            .toList();

    private static final String LISTENERS = """
            SELECT count(*) + (SELECT count(DISTINCT n.bucket_id) FROM bucket_notification n
                WHERE n.bucket_id = ? AND n.deleted)
            FROM webhook w JOIN deleted_bucket b ON b.tenant_id = w.tenant_id
            WHERE b.id = ? AND (w.bucket_id IS NULL OR w.bucket_id = b.id) AND w.removed AND w.deleted_at IS NULL
            """;

    /**
     * Only if no table has a row of the bucket, even if several nodes delete: without the note the rest would never be
     * deleted.
     */
    private static final String FORGET_NOTE = TABLES.stream()
            .map(table -> " AND NOT EXISTS (SELECT FROM " + table + " t WHERE t.bucket_id = g.id)")
            .collect(Collectors.joining("", "DELETE FROM deleted_bucket g WHERE g.id = ?", ""));

    private final Database database;

    public DeletedBucketRows(Database database) {
        this.database = database;
    }

    /** Deletes the rows of a deleted bucket, in steps. */
    public void forget(BucketId bucket) {
        forget(bucket, () -> false);
    }

    private void forget(BucketId bucket, BooleanSupplier isStopping) {
        int listeners =
                database.first(LISTENERS, row -> row.getInt(1), bucket, bucket).orElse(0);
        for (String table : TABLES) {
            int deleted;
            do {
                deleted = listeners == 0 ? delete(table, bucket) : deleteAndReport(table, bucket, listeners);
                // A partial step does not mean the end: another node may be deleting as well.
            } while (deleted > 0 && !isStopping.getAsBoolean());
            if (isStopping.getAsBoolean()) {
                // The rest must be deleted before the next tables: tombstones record which objects of a segment were
                // reported.
                return;
            }
        }
    }

    private int delete(String table, BucketId bucket) {
        int most = table.equals(SEGMENTS) ? SEGMENTS_PER_DELETE : ROWS_PER_DELETE;
        return database.query(connection -> delete(connection, table, bucket, most));
    }

    /** Deletes up to {@code most} rows of a bucket and returns their number. */
    static int delete(Connection connection, String table, BucketId bucket, int most) throws SQLException {
        return Database.update(
                connection,
                "DELETE FROM " + table + " WHERE bucket_id = ? AND ctid = ANY (ARRAY(SELECT ctid FROM " + table
                        + " WHERE bucket_id = ? LIMIT ?))",
                bucket,
                bucket,
                most);
    }

    private int deleteAndReport(String table, BucketId bucket, int listeners) {
        return switch (table) {
            case SEGMENTS -> {
                // Rows first: a window that is full of rows does not reach the segments behind them.
                int reported = report(bucket, listeners);
                yield reported > 0 ? reported : database.transact(connection -> unfold(connection, bucket));
            }
            case ROWS -> report(bucket, listeners);
            default -> delete(table, bucket);
        };
    }

    private int report(BucketId bucket, int listeners) {
        return database.transact(connection -> report(connection, bucket, ROWS_PER_DELETE / (1 + listeners)));
    }

    /** Turns some segments into rows, to be reported next, and returns the number of segments. */
    private static int unfold(Connection connection, BucketId bucket) throws SQLException {
        CompactionLock.takeAlone(connection, bucket);
        RangeReader window = RangeReader.read(connection, bucket, KeyRange.ALL, UNFOLDED);
        SortedMap<ObjectAddress, ObjectFacts> folded = new TreeMap<>();
        window.folded().values().forEach(each -> folded.put(new ObjectAddress(bucket, each.key()), each.facts()));
        if (!folded.isEmpty()) {
            ObjectSql sql = new ObjectSql(connection);
            sql.unfold(folded);
            sql.execute();
        }
        Object[] firsts =
                window.segments().stream().map(RangeReader.Segment::firstKey).toArray();
        return Database.update(
                connection,
                "DELETE FROM object_segment WHERE bucket_id = ? AND first_key = ANY (?)",
                bucket,
                connection.createArrayOf("text", firsts));
    }

    /** Returns the number of rows found; rows that another transaction deletes are reported there. */
    private static int report(Connection connection, BucketId bucket, int most) throws SQLException {
        CompactionLock.share(connection, bucket);
        List<ObjectAddress> rows = Database.all(
                connection,
                "SELECT key FROM object_info WHERE bucket_id = ? ORDER BY key LIMIT ?",
                row -> new ObjectAddress(bucket, new ObjectKey(row.getString(1))),
                bucket,
                most);
        if (!rows.isEmpty()) {
            ObjectSql sql = new ObjectSql(connection);
            sql.deleteRows(rows);
            sql.execute();
        }
        return rows.size();
    }

    /** Waits until no request from the bucket's lifetime can leave rows behind any more. */
    @Override
    public void sweep(BooleanSupplier isStopping) {
        List<BucketId> due = database.all(
                "SELECT id FROM deleted_bucket WHERE at < now() - interval '15 minutes' ORDER BY at LIMIT ?",
                row -> new BucketId(row.getLong(1)),
                BUCKETS_PER_SWEEP);
        for (BucketId bucket : due) {
            forget(bucket, isStopping);
            database.update(FORGET_NOTE, bucket);
            if (isStopping.getAsBoolean()) {
                return;
            }
        }
    }
}
