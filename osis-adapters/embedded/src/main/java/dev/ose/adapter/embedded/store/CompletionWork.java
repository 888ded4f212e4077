package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.file.FileId;
import dev.ose.adapter.embedded.file.SealedKey;
import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.UploadId;
import dev.ose.s3.VersionId;
import dev.ose.s3.checksum.ChecksumType;
import dev.ose.s3.checksum.ObjectChecksum;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One completion of a multipart upload inside its transaction. */
final class CompletionWork {

    private static final Duration MEMORY = Duration.ofDays(1);
    private static final int MAX_PARTS = 10_000;

    private final Connection connection;
    private final StoredBucket bucket;
    private final ObjectKey key;
    private final Instant now;
    private final List<FileId> released;

    CompletionWork(Connection connection, StoredBucket bucket, ObjectKey key, Instant now, List<FileId> released) {
        this.connection = connection;
        this.bucket = bucket;
        this.key = key;
        this.now = now;
        this.released = released;
    }

    UploadCompletion run(UploadId id, List<NamedPart> named, Uploads.CompletionRules rules) throws SQLException {
        StoredUpload upload =
                Uploads.find(connection, bucket, key, id, " for update").orElse(null);
        if (upload == null) {
            // The upload is looked up first: the list of parts is validated only if it exists.
            return remembered(id)
                    .filter(former -> former.etag().equals(Assembly.etag(named)))
                    .orElseThrow(() -> Uploads.noSuchUpload(id));
        }
        Map<Integer, UploadedPart> uploaded = Uploads.parts(connection, id, 0, MAX_PARTS).stream()
                .collect(Collectors.toMap(UploadedPart::number, Function.identity()));
        Assembly assembly = Assembly.of(named, uploaded, upload.checksum());
        requireExpected(assembly, rules);
        ObjectVersion version =
                VersionStore.add(connection, bucket, draft(upload, assembly), rules.conditions(), released);
        insertParts(version.rank(), assembly.parts());
        Set<FileId> used = new HashSet<>();
        assembly.parts().forEach(part -> used.add(part.file().id()));
        Uploads.remove(connection, id).stream()
                .filter(file -> !used.contains(file))
                .forEach(released::add);
        UploadCompletion completion = new UploadCompletion(
                version.versionId(),
                version.content().etag(),
                version.content().checksum(),
                version.description().isEncrypted());
        remember(id, completion);
        return completion;
    }

    private VersionStore.Draft draft(StoredUpload upload, Assembly assembly) {
        StoredContent content = new StoredContent(
                assembly.sizeBytes(), assembly.etag(), null, assembly.parts().size(), assembly.checksum());
        return new VersionStore.Draft(key, now, content, upload.description());
    }

    private static void requireExpected(Assembly assembly, Uploads.CompletionRules rules) {
        Long size = rules.expectedSizeBytes();
        if (size != null && size != assembly.sizeBytes()) {
            throw new S3ErrorException(S3Error.of(
                    S3ErrorCode.INVALID_REQUEST,
                    "The provided 'x-amz-mp-object-size' header does not match what was computed."));
        }
        ObjectChecksum actual = assembly.checksum();
        ChecksumType type = rules.expectedType();
        if (type != null && (actual == null || actual.type() != type)) {
            throw new S3ErrorException(S3Error.of(
                    S3ErrorCode.INVALID_REQUEST,
                    "The upload was created using the " + (actual == null ? "null" : actual.type())
                            + " checksum mode. The complete request must use the same checksum mode."));
        }
        ObjectChecksum expected = rules.expectedChecksum();
        if (expected == null) {
            return;
        }
        if (actual == null || actual.algorithm() != expected.algorithm()) {
            throw new S3ErrorException(S3Error.of(
                    S3ErrorCode.INVALID_REQUEST, "Checksum Type mismatch occurred between upload and completion."));
        }
        String value = actual.value();
        int dash = value.indexOf('-');
        boolean equal = value.equals(expected.value())
                || (dash > 0 && value.substring(0, dash).equals(expected.value()));
        if (!equal) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.BAD_DIGEST));
        }
    }

    private void insertParts(long rank, List<ObjectPart> parts) throws SQLException {
        Sql.update(
                connection,
                """
                insert into embedded_platform.object_part (
                    rank, part_number, offset_bytes, size_bytes, file_id, sealed_key, checksum_value)
                select ?, * from unnest(?, ?, ?, ?, ?, ?)
                """,
                rank,
                parts.stream().map(ObjectPart::number).toArray(Integer[]::new),
                parts.stream().map(ObjectPart::offsetBytes).toArray(Long[]::new),
                parts.stream().map(ObjectPart::sizeBytes).toArray(Long[]::new),
                parts.stream().map(part -> part.file().id().value()).toArray(UUID[]::new),
                parts.stream().map(part -> part.file().key()).toArray(SealedKey[]::new),
                parts.stream().map(ObjectPart::checksum).toArray(String[]::new));
    }

    private void remember(UploadId id, UploadCompletion completion) throws SQLException {
        Sql.update(connection, """
                delete from embedded_platform.completed_upload where upload_id in (
                    select upload_id from embedded_platform.completed_upload
                    where completed_at < ? order by completed_at limit 10 for update skip locked)
                """, now.minus(MEMORY));
        ObjectChecksum checksum = completion.checksum();
        Sql.update(
                connection,
                """
                insert into embedded_platform.completed_upload (
                    upload_id, bucket_id, key, version_id, etag, checksum_algorithm, checksum_type, checksum_value,
                    encrypted, completed_at)
                values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                id.value(),
                bucket.id(),
                key.value(),
                completion.versionId().value(),
                completion.etag().value(),
                checksum == null ? null : checksum.algorithm().name(),
                checksum == null ? null : checksum.type().name(),
                checksum == null ? null : checksum.value(),
                completion.isEncrypted(),
                now);
    }

    private Optional<UploadCompletion> remembered(UploadId id) throws SQLException {
        return Sql.first(
                connection,
                "select * from embedded_platform.completed_upload where upload_id = ? and bucket_id = ? and key = ?",
                CompletionWork::completion,
                id.value(),
                bucket.id(),
                key.value());
    }

    private static UploadCompletion completion(ResultSet row) throws SQLException {
        @Nullable ObjectChecksum checksum = VersionStore.checksum(row);
        return new UploadCompletion(
                new VersionId(row.getString("version_id")),
                new ETag(row.getString("etag")),
                checksum,
                row.getBoolean("encrypted"));
    }
}
