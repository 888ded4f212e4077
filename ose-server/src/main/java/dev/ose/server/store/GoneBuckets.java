package dev.ose.server.store;

import dev.ose.server.bucket.BucketId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Rows of objects whose bucket is gone. Nobody looks for them, but they take room. */
final class GoneBuckets {

    /** Bounds what one statement deletes, so that each stays far below the statement time-out. */
    private static final int ROWS_PER_DELETE = 10_000;

    private static final int BUCKETS_PER_SWEEP = 100;

    /** Each has some 20 KB in a dozen rows of another table. */
    private static final int SEGMENTS_PER_DELETE = 500;

    private static final String SEGMENTS = "object_segment";
    private static final List<String> TABLES = List.of(
            "object_dirty",
            "op_intent",
            "object_info",
            SEGMENTS,
            "object_hole",
            "upload_part",
            "upload",
            "usage_delta");

    private final Database database;

    GoneBuckets(Database database) {
        this.database = database;
    }

    /** Leaves word of the bucket in the transaction that deletes it. */
    static void note(Connection connection, BucketId bucket) throws SQLException {
        Database.update(connection, "INSERT INTO bucket_gone (id) VALUES (?)", bucket);
    }

    /** Deletes the rows of a bucket that is gone, in steps. */
    void forget(BucketId bucket) {
        for (String table : TABLES) {
            int most = table.equals(SEGMENTS) ? SEGMENTS_PER_DELETE : ROWS_PER_DELETE;
            String step = "DELETE FROM " + table + " WHERE bucket_id = ? AND ctid = ANY (ARRAY(SELECT ctid FROM "
                    + table + " WHERE bucket_id = ? LIMIT " + most + "))";
            int deleted;
            do {
                deleted = database.update(step, bucket, bucket);
            } while (deleted == most);
        }
    }

    /** Does so once more where no request of the bucket's life can leave rows behind any more. */
    void sweep() {
        List<BucketId> due = database.all(
                "SELECT id FROM bucket_gone WHERE at < now() - interval '15 minutes' ORDER BY at LIMIT ?",
                row -> new BucketId(row.getLong(1)),
                BUCKETS_PER_SWEEP);
        for (BucketId bucket : due) {
            forget(bucket);
            database.update("DELETE FROM bucket_gone WHERE id = ?", bucket);
        }
    }
}
