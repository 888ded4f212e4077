package dev.ose.server.store;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.object.ObjectFacts;
import dev.ose.server.sync.ListedObject;
import dev.ose.server.sync.RowListing;
import java.util.List;

/** Reads rows of objects in the order of their keys. */
public final class JdbcRowListing implements RowListing {

    private static final String PAGE = """
            SELECT key, size_bytes, etag, modified_at, version_id FROM object_info
            WHERE bucket_id = ? AND key > ? ORDER BY key LIMIT ?
            """;

    private final Database database;

    public JdbcRowListing(Database database) {
        this.database = database;
    }

    @Override
    public List<ListedObject> list(BucketId bucket, String after, int limit) {
        return database.all(
                PAGE,
                row -> new ListedObject(
                        new ObjectKey(row.getString(1)),
                        new ObjectFacts(
                                row.getLong(2),
                                ETagCode.unpack(row.getBytes(3)),
                                Rows.instant(row, 4),
                                row.getString(5))),
                bucket,
                after,
                limit);
    }
}
