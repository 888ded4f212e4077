package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.file.FileId;
import dev.ose.adapter.embedded.file.FileStore;
import dev.ose.s3.ConditionalHeaders;
import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.UploadId;
import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.checksum.ChecksumType;
import dev.ose.s3.checksum.ObjectChecksum;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.lock.ObjectLock;
import dev.ose.s3.lock.Retention;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Multipart uploads in progress. Thread-safe; blocks on PostgreSQL and the disk. */
public final class Uploads {

    static final String COLUMNS = """
            v.upload_id, v.key, v.initiator_id, v.initiator_name, v.initiated_at, v.headers, v.metadata, v.tags,
            v.owner_id, v.owner_name, v.acl, v.checksum_algorithm, v.checksum_type,
            v.lock_mode, v.lock_until, v.legal_hold, v.encrypted
            """;

    private static final SecureRandom RANDOM = new SecureRandom();

    /** Sixteen digits of the time, and 32 random ones. */
    private static final int ID_DIGITS = 48;

    private final StoreDatabase database;
    private final FileStore files;
    private final Clock clock;

    public Uploads(StoreDatabase database, FileStore files, Clock clock) {
        this.database = database;
        this.files = files;
        this.clock = clock;
    }

    /** Begins an upload. Ids sort by the time of initiation. */
    public StoredUpload create(
            StoreCaller caller,
            StoredBucket bucket,
            ObjectKey key,
            ObjectDescription description,
            StoredUpload.@Nullable ChecksumKind checksum) {
        Instant now = now();
        HexFormat hex = HexFormat.of();
        String id = hex.toHexDigits(now.toEpochMilli())
                + hex.toHexDigits(RANDOM.nextLong())
                + hex.toHexDigits(RANDOM.nextLong());
        StoredUpload upload = new StoredUpload(new UploadId(id), key, caller.owner(), now, description, checksum);
        database.write(connection -> {
            requireBucket(connection, bucket);
            return insert(connection, bucket, upload);
        });
        return upload;
    }

    /** The upload; {@code NoSuchUpload} unless it exists and is to this key. */
    public StoredUpload require(StoredBucket bucket, ObjectKey key, UploadId id) {
        return database.read(connection -> require(connection, bucket, key, id, ""));
    }

    /**
     * Makes the content a part of the upload; replaces an earlier part of that number. Durable on return; {@link
     * DatabaseException} as for {@link Objects#put}.
     */
    public UploadedPart putPart(StoredBucket bucket, StoredUpload upload, int number, NewContent content) {
        ObjectChecksum checksum = content.checksum();
        UploadedPart part = new UploadedPart(
                number, content.etag(), now(), content.file(), checksum == null ? null : checksum.value());
        List<FileId> replaced = database.write(connection -> {
            // A shared lock: parts do not wait for one another, completion and abort wait for all.
            require(connection, bucket, upload.key(), upload.id(), " for share");
            List<FileId> former = Sql.list(
                    connection,
                    "select file_id from embedded_platform.upload_part where upload_id = ? and part_number = ?"
                            + " for update",
                    Uploads::fileId,
                    upload.id().value(),
                    number);
            upsert(connection, upload.id(), part);
            return former;
        });
        files.delete(replaced);
        return part;
    }

    /** Up to {@code limit} parts after a number, in order. */
    public List<UploadedPart> parts(StoredUpload upload, int partNumberMarker, int limit) {
        return database.read(connection -> parts(connection, upload.id(), partNumberMarker, limit));
    }

    /**
     * Composes the object and ends the upload. Repeating it with the same list within a day returns the same result.
     */
    public UploadCompletion complete(
            StoredBucket bucket, ObjectKey key, UploadId id, List<NamedPart> named, CompletionRules rules) {
        List<FileId> released = new ArrayList<>();
        UploadCompletion completion = database.write(connection -> {
            released.clear();
            return new CompletionWork(connection, bucket, key, now(), released).run(id, named, rules);
        });
        files.delete(released);
        return completion;
    }

    /** Conditions and options of a completion besides its parts. */
    public record CompletionRules(
            ConditionalHeaders conditions,
            @Nullable ObjectChecksum expectedChecksum,
            @Nullable ChecksumType expectedType,
            @Nullable Long expectedSizeBytes) {}

    /**
     * Aborts the upload and deletes its parts. Repeating it within a day does nothing: SDKs repeat a request whose
     * answer was lost, and S3 accepts that for about as long. {@code NoSuchUpload} for a completed upload.
     */
    public void abort(StoredBucket bucket, ObjectKey key, UploadId id) {
        List<FileId> released = database.write(connection -> new AbortionWork(connection, bucket, key, now()).run(id));
        files.delete(released);
    }

    /** Whether an id has the form of {@link #create}. */
    public static boolean isId(UploadId id) {
        return id.value().length() == ID_DIGITS && id.value().chars().allMatch(HexFormat::isHexDigit);
    }

    static StoredUpload require(Connection connection, StoredBucket bucket, ObjectKey key, UploadId id, String lock)
            throws SQLException {
        return find(connection, bucket, key, id, lock).orElseThrow(() -> noSuchUpload(id));
    }

    static Optional<StoredUpload> find(
            Connection connection, StoredBucket bucket, ObjectKey key, UploadId id, String lock) throws SQLException {
        return Sql.first(
                connection,
                "select " + COLUMNS
                        + " from embedded_platform.upload v where upload_id = ? and bucket_id = ? and key = ?" + lock,
                Uploads::upload,
                id.value(),
                bucket.id(),
                key.value());
    }

    static S3ErrorException noSuchUpload(UploadId id) {
        return new S3ErrorException(S3Error.of(S3ErrorCode.NO_SUCH_UPLOAD).with("UploadId", id.value()));
    }

    static List<UploadedPart> parts(Connection connection, UploadId id, int after, int limit) throws SQLException {
        return Sql.list(
                connection,
                "select * from embedded_platform.upload_part where upload_id = ? and part_number > ?"
                        + " order by part_number limit ?",
                Uploads::part,
                id.value(),
                after,
                limit);
    }

    /** Deletes the rows of the upload and its parts; returns their files. */
    static List<FileId> remove(Connection connection, UploadId id) throws SQLException {
        List<FileId> parts = Sql.list(
                connection,
                "delete from embedded_platform.upload_part where upload_id = ? returning file_id",
                Uploads::fileId,
                id.value());
        Sql.update(connection, "delete from embedded_platform.upload where upload_id = ?", id.value());
        return parts;
    }

    static StoredUpload upload(ResultSet row) throws SQLException {
        String algorithm = row.getString("checksum_algorithm");
        return new StoredUpload(
                new UploadId(row.getString("upload_id")),
                new ObjectKey(row.getString("key")),
                new StoreOwner(row.getString("initiator_id"), row.getString("initiator_name")),
                Sql.instant(row, "initiated_at"),
                VersionStore.description(row),
                algorithm == null
                        ? null
                        : new StoredUpload.ChecksumKind(
                                ChecksumAlgorithm.valueOf(algorithm),
                                ChecksumType.valueOf(row.getString("checksum_type"))));
    }

    private static void requireBucket(Connection connection, StoredBucket bucket) throws SQLException {
        boolean exists = Sql.first(
                        connection,
                        "select id from embedded_platform.bucket where id = ? for key share",
                        row -> row.getLong("id"),
                        bucket.id())
                .isPresent();
        if (!exists) {
            throw new S3ErrorException(S3Error.noSuchBucket(bucket.name()));
        }
    }

    private static int insert(Connection connection, StoredBucket bucket, StoredUpload upload) throws SQLException {
        StoredUpload.ChecksumKind checksum = upload.checksum();
        ObjectLock lock = upload.description().lock();
        Retention retention = lock.retention();
        return Sql.update(
                connection,
                """
                insert into embedded_platform.upload (
                    upload_id, bucket_id, key, initiator_id, initiator_name, initiated_at, headers, metadata, tags,
                    owner_id, owner_name, acl, checksum_algorithm, checksum_type, lock_mode, lock_until, legal_hold,
                    encrypted)
                values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                upload.id().value(),
                bucket.id(),
                upload.key().value(),
                upload.initiator().canonicalId(),
                upload.initiator().name(),
                upload.initiatedAt(),
                Sql.texts(upload.description().headers()),
                Sql.texts(upload.description().metadata()),
                Sql.texts(upload.description().tags()),
                AccessColumns.ownerId(upload.description().access()),
                AccessColumns.ownerName(upload.description().access()),
                AccessColumns.acl(upload.description().access().acl()),
                checksum == null ? null : checksum.algorithm().name(),
                checksum == null ? null : checksum.type().name(),
                retention == null ? null : retention.mode().name(),
                retention == null ? null : retention.until(),
                lock.legalHold(),
                upload.description().isEncrypted());
    }

    private static void upsert(Connection connection, UploadId id, UploadedPart part) throws SQLException {
        Sql.update(
                connection,
                """
                insert into embedded_platform.upload_part (
                    upload_id, part_number, size_bytes, etag, modified_at, file_id, sealed_key, checksum_value)
                values (?, ?, ?, ?, ?, ?, ?, ?)
                on conflict (upload_id, part_number) do update set size_bytes = excluded.size_bytes,
                    etag = excluded.etag, modified_at = excluded.modified_at, file_id = excluded.file_id,
                    sealed_key = excluded.sealed_key, checksum_value = excluded.checksum_value
                """,
                id.value(),
                part.number(),
                part.sizeBytes(),
                part.etag().value(),
                part.modifiedAt(),
                part.file().id(),
                part.file().key(),
                part.checksum());
    }

    private static UploadedPart part(ResultSet row) throws SQLException {
        return new UploadedPart(
                row.getInt("part_number"),
                new ETag(row.getString("etag")),
                Sql.instant(row, "modified_at"),
                EncryptionColumns.file(row).orElseThrow(),
                row.getString("checksum_value"));
    }

    private static FileId fileId(ResultSet row) throws SQLException {
        return new FileId(row.getObject("file_id", UUID.class));
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }
}
