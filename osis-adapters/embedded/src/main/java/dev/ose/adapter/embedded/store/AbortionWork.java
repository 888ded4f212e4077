package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.file.FileId;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.UploadId;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** One abort of a multipart upload inside its transaction. */
final class AbortionWork {

    private static final Duration MEMORY = Duration.ofDays(1);

    private final Connection connection;
    private final StoredBucket bucket;
    private final ObjectKey key;
    private final Instant now;

    AbortionWork(Connection connection, StoredBucket bucket, ObjectKey key, Instant now) {
        this.connection = connection;
        this.bucket = bucket;
        this.key = key;
        this.now = now;
    }

    /** Removes the upload; returns the files of its parts. */
    List<FileId> run(UploadId id) throws SQLException {
        boolean isThere =
                Uploads.find(connection, bucket, key, id, " for update").isPresent();
        if (!isThere && !wasAborted(id)) {
            throw Uploads.noSuchUpload(id);
        }
        if (isThere) {
            remember(id);
        }
        return isThere ? Uploads.remove(connection, id) : List.of();
    }

    private boolean wasAborted(UploadId id) throws SQLException {
        return Sql.first(
                        connection,
                        "select 1 as one from embedded_platform.aborted_upload"
                                + " where upload_id = ? and bucket_id = ? and key = ?",
                        row -> row.getInt("one"),
                        id.value(),
                        bucket.id(),
                        key.value())
                .isPresent();
    }

    /** Each abort deletes up to ten records that are a day old, so that the table stays bounded. */
    private void remember(UploadId id) throws SQLException {
        Sql.update(connection, """
                delete from embedded_platform.aborted_upload where upload_id in (
                    select upload_id from embedded_platform.aborted_upload
                    where aborted_at < ? order by aborted_at limit 10 for update skip locked)
                """, now.minus(MEMORY));
        Sql.update(
                connection,
                "insert into embedded_platform.aborted_upload (upload_id, bucket_id, key, aborted_at)"
                        + " values (?, ?, ?, ?)",
                id.value(),
                bucket.id(),
                key.value(),
                now);
    }
}
