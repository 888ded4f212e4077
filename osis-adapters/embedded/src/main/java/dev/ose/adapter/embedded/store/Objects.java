package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.access.Acl;
import dev.ose.adapter.embedded.file.FileId;
import dev.ose.adapter.embedded.file.FileStore;
import dev.ose.s3.ConditionalHeaders;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes, finds, tags and deletes object versions. Thread-safe; blocks on PostgreSQL and the disk. */
public final class Objects {

    private final StoreDatabase database;
    private final FileStore files;
    private final Clock clock;

    public Objects(StoreDatabase database, FileStore files, Clock clock) {
        this.database = database;
        this.files = files;
        this.clock = clock;
    }

    /**
     * Makes the content the current version of the key, if the conditions hold for the present one. Durable on return;
     * if a {@link DatabaseException} with an unknown outcome is thrown, the content's file must be kept.
     */
    public ObjectVersion put(
            StoredBucket bucket,
            ObjectKey key,
            NewContent content,
            ObjectDescription description,
            ConditionalHeaders conditions) {
        VersionStore.Draft draft = new VersionStore.Draft(
                key, clock.instant().truncatedTo(ChronoUnit.MILLIS), StoredContent.of(content), description);
        List<FileId> released = new ArrayList<>();
        ObjectVersion version = database.write(connection -> {
            released.clear();
            return VersionStore.add(connection, bucket, draft, conditions, released);
        });
        files.delete(released);
        return version;
    }

    /** The version, or the newest one; may be a delete marker. */
    public Optional<ObjectVersion> find(StoredBucket bucket, ObjectKey key, @Nullable VersionId versionId) {
        return database.read(connection -> VersionStore.find(connection, bucket.id(), key, versionId));
    }

    /** The parts that contain these bytes, in order. */
    public List<ObjectPart> partsIn(ObjectVersion version, long firstByte, long lastByte) {
        return parts("offset_bytes <= ? and offset_bytes + size_bytes > ?", version, lastByte, firstByte);
    }

    /** Up to {@code limit} parts after a number, in order. */
    public List<ObjectPart> partsAfter(ObjectVersion version, int partNumber, int limit) {
        return parts("part_number > ?", version, partNumber).stream()
                .limit(limit)
                .toList();
    }

    /** The part with this number; numbers have no gaps, unlike those of the upload. */
    public Optional<ObjectPart> part(ObjectVersion version, int number) {
        return parts("part_number = ?", version, number).stream().findFirst();
    }

    private List<ObjectPart> parts(String condition, ObjectVersion version, Object... arguments) {
        List<Object> all = new ArrayList<>(List.of(version.rank()));
        all.addAll(List.of(arguments));
        return database.read(connection -> Sql.list(
                connection,
                "select * from embedded_platform.object_part where rank = ? and " + condition + " order by part_number",
                Objects::part,
                all.toArray()));
    }

    /** Replaces the tags of a version; false if it has been deleted. */
    public boolean setTags(ObjectVersion version, StoredBucket bucket, SequencedMap<String, String> tags) {
        int updated = database.write(connection -> Sql.update(
                connection,
                "update embedded_platform.object_version set tags = ? where bucket_id = ? and key = ? and rank = ?",
                Sql.texts(tags),
                bucket.id(),
                version.key().value(),
                version.rank()));
        return updated == 1;
    }

    /** Replaces the ACL of a version; false if it has been deleted. */
    public boolean setAcl(ObjectVersion version, StoredBucket bucket, Acl acl) {
        int updated = database.write(connection -> Sql.update(
                connection,
                "update embedded_platform.object_version set acl = ? where bucket_id = ? and key = ? and rank = ?",
                AccessColumns.acl(acl),
                bucket.id(),
                version.key().value(),
                version.rank()));
        return updated == 1;
    }

    /**
     * Deletes in one transaction: a named version, or the current object according to the bucket's versioning. An
     * absent target counts as deleted, a locked one is kept. The results are in the order of the targets.
     */
    public List<Deletion.Result> delete(StoredBucket bucket, List<Deletion> targets, Deletion.Terms terms) {
        List<FileId> released = new ArrayList<>();
        List<Deletion.Result> results = database.write(connection -> {
            released.clear();
            return new DeletionWork(connection, bucket, clock.instant().truncatedTo(ChronoUnit.MILLIS), released)
                    .run(targets, terms);
        });
        files.delete(released);
        return results;
    }

    /** The files among these that a row references. */
    public List<FileId> known(List<FileId> batch) {
        UUID[] ids = batch.stream().map(FileId::value).toArray(UUID[]::new);
        return database.read(connection -> knownFiles(connection, ids));
    }

    private static List<FileId> knownFiles(Connection connection, UUID[] ids) throws SQLException {
        return Sql.list(connection, """
                select file_id from embedded_platform.object_version where file_id = any(?)
                union all select file_id from embedded_platform.object_part where file_id = any(?)
                union all select file_id from embedded_platform.upload_part where file_id = any(?)
                """, row -> new FileId(row.getObject("file_id", UUID.class)), ids, ids, ids);
    }

    private static ObjectPart part(ResultSet row) throws SQLException {
        return new ObjectPart(
                row.getInt("part_number"),
                row.getLong("offset_bytes"),
                EncryptionColumns.file(row).orElseThrow(),
                row.getString("checksum_value"));
    }
}
