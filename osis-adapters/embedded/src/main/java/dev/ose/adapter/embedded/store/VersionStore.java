package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.file.FileId;
import dev.ose.adapter.embedded.file.StoredFile;
import dev.ose.s3.ConditionalHeaders;
import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.checksum.ChecksumType;
import dev.ose.s3.checksum.ObjectChecksum;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.lock.Retention;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The rows of object versions. Methods run in the caller's transaction. */
final class VersionStore {

    static final String COLUMNS = """
            v.key, v.rank, v.version_id, v.is_latest, v.is_delete_marker, v.size_bytes, v.etag, v.modified_at,
            v.file_id, v.part_count, v.headers, v.metadata, v.tags, v.owner_id, v.owner_name, v.acl,
            v.lock_mode, v.lock_until, v.legal_hold, v.encrypted, v.sealed_key,
            v.checksum_algorithm, v.checksum_type, v.checksum_value
            """;

    /** First half of the advisory lock numbers of keys: "OSE1" separates them from other applications. */
    private static final int LOCK_SPACE = 0x4F534531;

    private VersionStore() {}

    /** A version to be written, which is no delete marker. */
    record Draft(ObjectKey key, Instant modifiedAt, StoredContent content, ObjectDescription description) {

        Draft described(ObjectDescription other) {
            return new Draft(key, modifiedAt, content, other);
        }
    }

    /** The state of a bucket and of the newest version of a locked key. */
    record State(
            Versioning versioning,
            @Nullable BucketLock lock,
            @Nullable ETag currentEtag,
            boolean hasVersions) {}

    /** A deleted row, whose files may be deleted. */
    record Removed(
            String key,
            VersionId versionId,
            boolean isDeleteMarker,
            long rank,
            @Nullable FileId file,
            int parts) {}

    /**
     * Locks these keys until the transaction ends, waits if another one holds them, and draws the next rank of each.
     * The locks are taken in one order, so that batches cannot deadlock.
     */
    static Map<ObjectKey, Long> lock(Connection connection, long bucketId, Collection<ObjectKey> keys)
            throws SQLException {
        List<ObjectKey> ordered = keys.stream()
                .sorted(Comparator.comparingInt(key -> hash(bucketId, key)))
                .toList();
        // A number is drawn after its lock is acquired, so a newer version never has an older number.
        List<Long> ranks = Sql.list(
                connection,
                "select pg_advisory_xact_lock(?, hash), -nextval('embedded_platform.version_number') as rank"
                        + " from unnest(?) as hash",
                row -> row.getLong("rank"),
                LOCK_SPACE,
                ordered.stream().map(key -> hash(bucketId, key)).toArray(Integer[]::new));
        Map<ObjectKey, Long> rankOf = new HashMap<>();
        for (int i = 0; i < ordered.size(); i++) {
            rankOf.put(ordered.get(i), ranks.get(i));
        }
        return rankOf;
    }

    private static int hash(long bucketId, ObjectKey key) {
        return 31 * Long.hashCode(bucketId) + key.value().hashCode();
    }

    /** Reads a locked key. {@code NoSuchBucket} if the bucket has been deleted. */
    static State state(Connection connection, StoredBucket bucket, ObjectKey key) throws SQLException {
        return Sql.first(
                        connection,
                        """
                        select b.versioning, b.lock_enabled, b.lock_mode, b.lock_length, b.lock_unit,
                            v.etag, v.is_delete_marker
                        from embedded_platform.bucket b
                        left join lateral (
                            select etag, is_delete_marker from embedded_platform.object_version
                            where bucket_id = b.id and key = ? order by rank limit 1) v on true
                        where b.id = ?
                        """,
                        row -> {
                            String etag = row.getString("etag");
                            return new State(
                                    Versioning.valueOf(row.getString("versioning")),
                                    BucketLock.of(row),
                                    etag == null || row.getBoolean("is_delete_marker") ? null : new ETag(etag),
                                    etag != null);
                        },
                        key.value(),
                        bucket.id())
                .orElseThrow(() -> new S3ErrorException(S3Error.noSuchBucket(bucket.name())));
    }

    /**
     * Makes the draft the newest version of its locked key, if the conditions hold for the present one. It gets the
     * bucket's default retention if it requests none.
     *
     * @param released receives the files that no row references after the commit
     */
    static ObjectVersion add(
            Connection connection,
            StoredBucket bucket,
            Draft draft,
            ConditionalHeaders conditions,
            List<FileId> released)
            throws SQLException {
        long rank = Objects.requireNonNull(
                lock(connection, bucket.id(), List.of(draft.key)).get(draft.key));
        State state = state(connection, bucket, draft.key);
        WriteConditions.require(conditions, draft.key, state.currentEtag);
        if (state.hasVersions) {
            makeRoom(connection, bucket.id(), draft.key, state.versioning, released);
        }
        VersionId versionId = state.versioning == Versioning.ENABLED ? VersionIds.of(rank) : VersionId.NULL;
        BucketLock lock = state.lock;
        ObjectDescription description = lock == null
                ? draft.description
                : draft.description.withLock(lock.ofNew(draft.description.lock(), draft.modifiedAt));
        insert(connection, bucket.id(), draft.described(description), rank, versionId);
        return new ObjectVersion(draft.key, rank, versionId, true, false, draft.modifiedAt, draft.content, description);
    }

    private static void makeRoom(
            Connection connection, long bucketId, ObjectKey key, Versioning versioning, List<FileId> released)
            throws SQLException {
        if (versioning != Versioning.ENABLED) {
            List<Removed> removed = Sql.list(
                    connection,
                    "delete from embedded_platform.object_version"
                            + " where bucket_id = ? and key = ? and version_id = 'null'"
                            + " returning key, version_id, is_delete_marker, rank, file_id, part_count",
                    VersionStore::removed,
                    bucketId,
                    key.value());
            release(connection, removed, released);
        }
        if (versioning != Versioning.OFF) {
            Sql.update(
                    connection,
                    "update embedded_platform.object_version set is_latest = false"
                            + " where bucket_id = ? and key = ? and is_latest",
                    bucketId,
                    key.value());
        }
    }

    private static void insert(Connection connection, long bucketId, Draft draft, long rank, VersionId versionId)
            throws SQLException {
        StoredFile file = draft.content.file();
        ObjectChecksum checksum = draft.content.checksum();
        Retention retention = draft.description.lock().retention();
        Sql.update(
                connection,
                """
                insert into embedded_platform.object_version (
                    bucket_id, key, rank, version_id, is_latest, is_delete_marker, size_bytes, etag, modified_at,
                    file_id, part_count, headers, metadata, tags, owner_id, owner_name, acl,
                    checksum_algorithm, checksum_type, checksum_value, lock_mode, lock_until, legal_hold,
                    encrypted, sealed_key)
                values (?, ?, ?, ?, true, false, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                bucketId,
                draft.key.value(),
                rank,
                versionId.value(),
                draft.content.sizeBytes(),
                draft.content.etag().value(),
                draft.modifiedAt,
                file == null ? null : file.id(),
                draft.content.partCount(),
                Sql.texts(draft.description.headers()),
                Sql.texts(draft.description.metadata()),
                Sql.texts(draft.description.tags()),
                AccessColumns.ownerId(draft.description.access()),
                AccessColumns.ownerName(draft.description.access()),
                AccessColumns.acl(draft.description.access().acl()),
                checksum == null ? null : checksum.algorithm().name(),
                checksum == null ? null : checksum.type().name(),
                checksum == null ? null : checksum.value(),
                retention == null ? null : retention.mode().name(),
                retention == null ? null : retention.until(),
                draft.description.lock().legalHold(),
                draft.description.isEncrypted(),
                file == null ? null : file.key());
    }

    /** Deletes the parts of deleted versions and collects all their files. */
    static void release(Connection connection, List<Removed> removed, List<FileId> released) throws SQLException {
        List<Long> inParts = new ArrayList<>();
        for (Removed version : removed) {
            if (version.parts > 0) {
                inParts.add(version.rank);
            } else if (version.file != null) {
                released.add(version.file);
            }
        }
        if (!inParts.isEmpty()) {
            released.addAll(Sql.list(
                    connection,
                    "delete from embedded_platform.object_part where rank = any(?) returning file_id",
                    row -> new FileId(row.getObject("file_id", UUID.class)),
                    (Object) inParts.toArray(Long[]::new)));
        }
    }

    /** The version, or the newest one, delete markers included. */
    static Optional<ObjectVersion> find(
            Connection connection, long bucketId, ObjectKey key, @Nullable VersionId versionId) throws SQLException {
        String sql = "select " + COLUMNS + " from embedded_platform.object_version v where bucket_id = ? and key = ?";
        if (versionId == null) {
            return Sql.first(connection, sql + " order by rank limit 1", VersionStore::version, bucketId, key.value());
        }
        if (versionId.isNull()) {
            return Sql.first(
                    connection, sql + " and version_id = 'null'", VersionStore::version, bucketId, key.value());
        }
        return Sql.first(
                connection,
                sql + " and rank = ? and version_id = ?",
                VersionStore::version,
                bucketId,
                key.value(),
                VersionIds.rank(versionId),
                versionId.value());
    }

    static Removed removed(ResultSet row) throws SQLException {
        return new Removed(
                row.getString("key"),
                new VersionId(row.getString("version_id")),
                row.getBoolean("is_delete_marker"),
                row.getLong("rank"),
                Sql.file(row, "file_id").orElse(null),
                row.getInt("part_count"));
    }

    static ObjectVersion version(ResultSet row) throws SQLException {
        return new ObjectVersion(
                new ObjectKey(row.getString("key")),
                row.getLong("rank"),
                new VersionId(row.getString("version_id")),
                row.getBoolean("is_latest"),
                row.getBoolean("is_delete_marker"),
                Sql.instant(row, "modified_at"),
                new StoredContent(
                        row.getLong("size_bytes"),
                        new ETag(row.getString("etag")),
                        EncryptionColumns.file(row).orElse(null),
                        row.getInt("part_count"),
                        checksum(row)),
                description(row));
    }

    static ObjectDescription description(ResultSet row) throws SQLException {
        return new ObjectDescription(
                Sql.map(row, "headers"),
                Sql.map(row, "metadata"),
                Sql.map(row, "tags"),
                AccessColumns.object(row),
                BucketLock.ofVersion(row),
                row.getBoolean("encrypted"));
    }

    static @Nullable ObjectChecksum checksum(ResultSet row) throws SQLException {
        String algorithm = row.getString("checksum_algorithm");
        return algorithm == null
                ? null
                : new ObjectChecksum(
                        ChecksumAlgorithm.valueOf(algorithm),
                        ChecksumType.valueOf(row.getString("checksum_type")),
                        row.getString("checksum_value"));
    }
}
