package dev.ose.server.accounting.jdbc;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.UploadId;
import dev.ose.server.accounting.upload.SplitUploadTable;
import dev.ose.server.accounting.upload.Upload;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.jdbc.ObjectSql;
import dev.ose.server.database.Database;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * {@link SplitUploadTable} as rows. An upload that no node has kept for five minutes gets the time after which none of
 * its requests can arrive any more; a node that keeps it before then, as after an outage of the database, takes that
 * back.
 */
public final class JdbcSplitUploads implements SplitUploadTable {

    private static final String LATER = "now() + " + ObjectSql.HOLD;

    /** A row that is missing is inserted: it may have been lost with the last commits of a database that failed. */
    private static final String KEEP = """
            INSERT INTO split_upload (bucket_id, upload_id, key)
            SELECT * FROM unnest(?::bigint[], ?::text[], ?::text[])
            ON CONFLICT (bucket_id, upload_id) DO UPDATE SET kept_at = now(), abort_at = NULL
            """;

    private static final String REMOVE = """
            DELETE FROM split_upload s USING unnest(?::bigint[], ?::text[]) AS k (bucket_id, upload_id)
            WHERE s.bucket_id = k.bucket_id AND s.upload_id = k.upload_id
            """;

    private static final String MARK = "UPDATE split_upload SET abort_at = " + LATER
            + " WHERE abort_at IS NULL AND kept_at < now() - interval '5 minutes'";

    private static final String CLAIM = """
            UPDATE split_upload s SET abort_at = %s FROM (
                SELECT bucket_id, upload_id FROM split_upload WHERE abort_at <= now()
                ORDER BY abort_at LIMIT ? FOR UPDATE SKIP LOCKED
            ) due
            WHERE s.bucket_id = due.bucket_id AND s.upload_id = due.upload_id
            RETURNING s.bucket_id, s.key, s.upload_id
            """.formatted(LATER);

    private static final Comparator<Upload> IN_ORDER = Comparator.comparingLong(
                    (Upload upload) -> upload.bucket().value())
            .thenComparing(upload -> upload.id().value());

    private final Database database;

    public JdbcSplitUploads(Database database) {
        this.database = database;
    }

    @Override
    public void keep(Collection<Upload> live) {
        // In one order, so that two statements never wait for each other.
        List<Upload> sorted = live.stream().sorted(IN_ORDER).toList();
        var _ = database.query(connection -> Database.update(
                connection,
                KEEP,
                buckets(connection, sorted),
                texts(connection, sorted, upload -> upload.id().value()),
                texts(connection, sorted, upload -> upload.key().value())));
    }

    @Override
    public void remove(Collection<Upload> ended) {
        var _ = database.query(connection -> Database.update(
                connection, REMOVE, buckets(connection, ended), texts(connection, ended, upload -> upload.id()
                        .value())));
    }

    private static Array buckets(Connection connection, Collection<Upload> uploads) throws SQLException {
        return connection.createArrayOf(
                "bigint",
                uploads.stream().map(upload -> upload.bucket().value()).toArray());
    }

    private static Array texts(Connection connection, Collection<Upload> uploads, Function<Upload, String> text)
            throws SQLException {
        return connection.createArrayOf("text", uploads.stream().map(text).toArray());
    }

    @Override
    public List<Upload> claimOrphans(int limit) {
        database.update(MARK);
        return database.all(
                CLAIM,
                row -> new Upload(
                        new BucketId(row.getLong(1)), new ObjectKey(row.getString(2)), new UploadId(row.getString(3))),
                limit);
    }

    @Override
    public void postpone(Upload upload) {
        database.update(
                "UPDATE split_upload SET abort_at = now() + interval '1 day' WHERE bucket_id = ? AND upload_id = ?",
                upload.bucket(),
                upload.id().value());
    }
}
