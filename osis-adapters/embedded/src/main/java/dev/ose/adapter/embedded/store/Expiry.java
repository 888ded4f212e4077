package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.file.FileId;
import dev.ose.adapter.embedded.file.FileStore;
import dev.ose.s3.UploadId;
import dev.ose.s3.lifecycle.LifecycleConfiguration;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the lifecycle rules of one bucket: scans its versions and uploads in index order and removes what is due, in
 * batches. Thread-safe; blocks on PostgreSQL and the disk.
 */
public final class Expiry {

    private static final int PAGE = 1000;

    /** Each key of a batch holds a lock until its transaction ends, and locks are few. */
    private static final int BATCH = 200;

    private final StoreDatabase database;
    private final FileStore files;
    private final OwnChanges changes;

    public Expiry(StoreDatabase database, FileStore files, OwnChanges changes) {
        this.database = database;
        this.files = files;
        this.changes = changes;
    }

    /**
     * Removes everything that is due. An interrupt ends it early.
     *
     * @param rules those of the bucket's document
     * @return whether the pass completed; false if the rules changed meanwhile, or it was interrupted
     */
    public boolean pass(StoredBucket bucket, LifecycleConfiguration rules, Instant now) {
        return passVersions(bucket, rules, now) && passUploads(bucket, rules, now);
    }

    private boolean passVersions(StoredBucket bucket, LifecycleConfiguration rules, Instant now) {
        ExpiryWalk walk = new ExpiryWalk(rules, now);
        String key = "";
        long rank = Long.MIN_VALUE;
        while (!Thread.currentThread().isInterrupted()) {
            List<ExpiryCandidate> page = page(bucket, key, rank);
            page.forEach(walk::show);
            if (page.size() < PAGE) {
                walk.endKey();
                return remove(bucket, walk.take(), now);
            }
            if (!remove(bucket, walk.take(), now)) {
                return false;
            }
            key = page.getLast().subject().key();
            rank = page.getLast().rank();
        }
        return false;
    }

    private List<ExpiryCandidate> page(StoredBucket bucket, String key, long rank) {
        return database.read(connection -> Sql.list(
                connection,
                "select " + ExpiryCandidate.COLUMNS + " from embedded_platform.object_version v"
                        + " where v.bucket_id = ? and (v.key, v.rank) > (?, ?) order by v.key, v.rank limit ?",
                ExpiryCandidate::of,
                bucket.id(),
                key,
                rank,
                PAGE));
    }

    private boolean remove(StoredBucket bucket, List<ExpiryWalk.Find> found, Instant now) {
        for (int start = 0; start < found.size(); start += BATCH) {
            List<ExpiryWalk.Find> some = found.subList(start, Math.min(found.size(), start + BATCH));
            if (!change(
                    bucket, (connection, released) -> new ExpiryWork(connection, bucket, now, released).remove(some))) {
                return false;
            }
        }
        return true;
    }

    private boolean passUploads(StoredBucket bucket, LifecycleConfiguration rules, Instant now) {
        String key = "";
        String id = "";
        while (!Thread.currentThread().isInterrupted()) {
            List<StoredUpload> page = uploads(bucket, key, id);
            List<StoredUpload> due = page.stream()
                    .filter(upload -> rules.upload(upload.key().value(), upload.initiatedAt())
                            .filter(date -> date.isPast(now))
                            .isPresent())
                    .toList();
            if (!due.isEmpty()
                    && !change(bucket, (connection, released) -> abort(connection, bucket, due, now, released))) {
                return false;
            }
            if (page.size() < BATCH) {
                return true;
            }
            key = page.getLast().key().value();
            id = page.getLast().id().value();
        }
        return false;
    }

    private List<StoredUpload> uploads(StoredBucket bucket, String key, String id) {
        return database.read(connection -> Sql.list(
                connection,
                "select " + Uploads.COLUMNS + " from embedded_platform.upload v"
                        + " where v.bucket_id = ? and (v.key, v.upload_id) > (?, ?) order by v.key,"
                        + " v.upload_id limit ?",
                Uploads::upload,
                bucket.id(),
                key,
                id,
                BATCH));
    }

    private static void abort(
            Connection connection, StoredBucket bucket, List<StoredUpload> due, Instant now, List<FileId> released)
            throws SQLException {
        for (StoredUpload upload : due) {
            if (isThere(connection, bucket, upload)) {
                released.addAll(Uploads.remove(connection, upload.id()));
                OwnChanges.note(connection, bucket, upload, now);
            }
        }
    }

    /** Locks the upload, and so waits for parts that are being stored. */
    private static boolean isThere(Connection connection, StoredBucket bucket, StoredUpload upload)
            throws SQLException {
        return Sql.first(
                        connection,
                        "select upload_id from embedded_platform.upload"
                                + " where upload_id = ? and bucket_id = ? for update",
                        row -> new UploadId(row.getString("upload_id")),
                        upload.id().value(),
                        bucket.id())
                .isPresent();
    }

    /** A change by the rules, in a transaction. */
    @FunctionalInterface
    private interface Change {

        void make(Connection connection, List<FileId> released) throws SQLException;
    }

    /** @return false if the bucket's rules have changed; then nothing was done */
    private boolean change(StoredBucket bucket, Change change) {
        List<FileId> released = new ArrayList<>();
        boolean isDone = database.write(connection -> {
            released.clear();
            if (!Lifecycles.hold(connection, bucket)) {
                return false;
            }
            change.make(connection, released);
            return true;
        });
        files.delete(released);
        changes.ring();
        return isDone;
    }
}
