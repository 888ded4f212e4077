package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.file.FileId;
import dev.ose.adapter.embedded.file.FileLease;
import dev.ose.adapter.embedded.file.IncomingFile;
import dev.ose.adapter.embedded.file.StoredFile;
import dev.ose.adapter.embedded.store.NewContent;
import dev.ose.adapter.embedded.store.ObjectDescription;
import dev.ose.adapter.embedded.store.ObjectVersion;
import dev.ose.adapter.embedded.store.Store;
import dev.ose.adapter.embedded.store.StoredBucket;
import dev.ose.adapter.embedded.store.StoredUpload;
import dev.ose.adapter.embedded.store.UploadedPart;
import dev.ose.s3.ByteRange;
import dev.ose.s3.ConditionalHeaders;
import dev.ose.s3.ETag;
import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.checksum.ChecksumType;
import dev.ose.s3.checksum.Digester;
import dev.ose.s3.checksum.ObjectChecksum;
import dev.ose.s3.document.ResultDocument;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.CopySource;
import dev.ose.s3.operation.ObjectOperation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Copies within the store. Reading the source is authorised like a GET. */
final class Copies {

    private static final int PIECE_BYTES = 256 * 1024;

    private final Store store;
    private final ObjectReads reads;
    private final NewAccess newAccess;
    private final LifecycleCalls lifecycles;

    Copies(Store store, ObjectReads reads, LifecycleCalls lifecycles) {
        this.store = store;
        this.lifecycles = lifecycles;
        this.reads = reads;
        this.newAccess = new NewAccess(store.accounts());
    }

    /** An object that may be copied. */
    private record Source(StoredBucket bucket, ObjectVersion version) {}

    EmbeddedReply copyObject(EmbeddedCall call, ObjectOperation.CopyObject copy) throws IOException {
        ObjectHeaders.refuseUnoffered(call.request());
        ObjectHeaders.refuseKeyOfSource(call.request());
        StoredBucket bucket = call.bucket(copy.bucket());
        Source source = source(call, copy.source());
        if (source.version.sizeBytes() > EmbeddedCall.MAX_BODY_BYTES) {
            throw invalid("The specified copy source is larger than the maximum allowable size for a copy source: "
                    + EmbeddedCall.MAX_BODY_BYTES);
        }
        if (!source.version.description().tags().isEmpty()) {
            call.admission().requireKeptTags(source.bucket, source.version);
        }
        ObjectDescription description = description(call, copy, source).withAccess(newAccess.ofObject(call, bucket));
        ChecksumAlgorithm algorithm = algorithm(call, source.version);
        try (FileLease lease = lease(source.version, 0, source.version.sizeBytes());
                EmbeddedCall.Received received = duplicate(source.version, lease, algorithm)) {
            NewContent content = new NewContent(
                    received.file().publish(),
                    received.result().etag(),
                    received.result().checksum());
            ObjectVersion made = ObjectWrites.keep(received, () -> store.objects()
                    .put(bucket, copy.key(), content, description, writeConditions(call)));
            EmbeddedReply reply = EmbeddedReply.document(new ResultDocument.Copied(
                            false, made.etag(), made.modifiedAt(), ObjectReplies.elements(made.checksum()))
                    .toBytes());
            return lifecycles
                    .tell(reply, bucket, made)
                    .with("x-amz-version-id", ObjectReplies.writtenVersionId(made.versionId()))
                    .with(
                            "x-amz-copy-source-version-id",
                            ObjectReplies.versionId(source.bucket, source.version.versionId()));
        }
    }

    EmbeddedReply copyPart(EmbeddedCall call, ObjectOperation.UploadPartCopy copy) throws IOException {
        ObjectHeaders.refuseUnoffered(call.request());
        ObjectHeaders.refuseKeyOfSource(call.request());
        StoredBucket bucket = call.bucket(copy.bucket());
        StoredUpload upload = store.uploads().require(bucket, copy.key(), copy.uploadId());
        Source source = source(call, copy.source());
        ByteRange range = copy.range();
        long first = range == null ? 0 : range.first();
        long length = range == null ? source.version.sizeBytes() : range.lengthBytes();
        if (first + length > source.version.sizeBytes()) {
            throw new S3ErrorException(S3Error.invalidArgument(
                    "Range specified is not valid for source object of size: " + source.version.sizeBytes(),
                    "x-amz-copy-source-range",
                    call.request().text("x-amz-copy-source-range")));
        }
        if (length > EmbeddedCall.MAX_BODY_BYTES) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.ENTITY_TOO_LARGE));
        }
        StoredUpload.ChecksumKind kind = upload.checksum();
        try (FileLease lease = lease(source.version, first, length);
                EmbeddedCall.Received received =
                        read(source.version, lease, first, length, kind == null ? null : kind.algorithm())) {
            NewContent content = new NewContent(
                    received.file().publish(),
                    received.result().etag(),
                    received.result().checksum());
            UploadedPart part = ObjectWrites.keep(received, () -> store.uploads()
                    .putPart(bucket, upload, copy.partNumber().value(), content));
            return EmbeddedReply.document(new ResultDocument.Copied(
                                    true, part.etag(), part.modifiedAt(), ObjectReplies.elements(content.checksum()))
                            .toBytes())
                    .with(
                            "x-amz-copy-source-version-id",
                            ObjectReplies.versionId(source.bucket, source.version.versionId()));
        }
    }

    private Source source(EmbeddedCall call, CopySource from) {
        StoredBucket bucket = call.bucket(from.bucket());
        ObjectVersion version;
        try {
            version = reads.requireObject(call, bucket, from.key(), from.versionId());
        } catch (DeleteMarkerException e) {
            throw from.versionId() == null
                    ? new S3ErrorException(S3Error.noSuchKey(from.key()))
                    : invalid("The source of a copy request may not specifically refer to a delete marker by version"
                            + " id.");
        }
        if (!call.sourceConditions().allowsCopy(version.etag(), version.modifiedAt())) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.PRECONDITION_FAILED));
        }
        return new Source(bucket, version);
    }

    /** The conditions on the destination; the dates of a copy are about its source. */
    private static ConditionalHeaders writeConditions(EmbeddedCall call) {
        ConditionalHeaders own = call.conditions();
        return new ConditionalHeaders(own.ifMatch(), own.ifNoneMatch(), null, null);
    }

    private ObjectDescription description(EmbeddedCall call, ObjectOperation.CopyObject copy, Source source) {
        boolean replaces = directive(call, "x-amz-metadata-directive");
        boolean replacesTags = directive(call, "x-amz-tagging-directive");
        boolean isSame = copy.source().versionId() == null
                && copy.source().bucket().equals(copy.bucket())
                && copy.source().key().equals(copy.key());
        boolean namesClass = call.request().get("x-amz-storage-class") != null;
        if (isSame && !replaces && !replacesTags && !namesClass) {
            throw invalid(
                    "This copy request is illegal because it is trying to copy an object to itself without changing"
                            + " the object's metadata, storage class, website redirect location or encryption"
                            + " attributes.");
        }
        // A lock is not copied: the request or the bucket's default determines the lock of the new version.
        ObjectDescription requested = ObjectHeaders.describe(
                call.request(), call.bucket(copy.bucket()), store.clock().instant());
        ObjectDescription original = source.version.description();
        return (replaces ? requested : original)
                .withTags(replacesTags ? requested.tags() : original.tags())
                .withLock(requested.lock());
    }

    private static boolean directive(EmbeddedCall call, String header) {
        return switch (call.request().text(header)) {
            case "", "COPY" -> false;
            case "REPLACE" -> true;
            default ->
                throw new S3ErrorException(S3Error.invalidArgument(
                        "Unknown directive.", header, call.request().text(header)));
        };
    }

    private static @Nullable ChecksumAlgorithm algorithm(EmbeddedCall call, ObjectVersion source) {
        String wanted = call.request().text("x-amz-checksum-algorithm");
        if (!wanted.isEmpty()) {
            return ChecksumAlgorithm.find(wanted)
                    .orElseThrow(() -> invalid("Checksum algorithm provided is unsupported."));
        }
        ObjectChecksum checksum = source.checksum();
        return checksum == null ? null : checksum.algorithm();
    }

    private FileLease lease(ObjectVersion version, long first, long length) {
        List<FileId> files = reads.pieces(version, first, length).stream()
                .map(EmbeddedReply.Piece::file)
                .toList();
        return store.files().lease(files).orElseThrow(() -> new S3ErrorException(S3Error.of(S3ErrorCode.SLOW_DOWN)));
    }

    /** Shares the blocks of a source in one file; reads one in parts, because ETag and checksum change. */
    private EmbeddedCall.Received duplicate(
            ObjectVersion version, FileLease lease, @Nullable ChecksumAlgorithm algorithm) throws IOException {
        FileId file = version.file();
        ObjectChecksum checksum = version.checksum();
        boolean hasChecksum = algorithm == null || (checksum != null && checksum.algorithm() == algorithm);
        if (file == null || !hasChecksum) {
            return read(version, lease, 0, version.sizeBytes(), algorithm);
        }
        IncomingFile copy = store.files().duplicate(new StoredFile(file, version.sizeBytes()));
        return new EmbeddedCall.Received(copy, new BodyChecks.Result(version.etag(), checksum));
    }

    private EmbeddedCall.Received read(
            ObjectVersion version, FileLease lease, long first, long length, @Nullable ChecksumAlgorithm algorithm)
            throws IOException {
        Digester md5 = Digester.md5();
        Digester checksum = algorithm == null ? null : Digester.of(algorithm);
        List<Digester> digesters = new ArrayList<>(List.of(md5));
        if (checksum != null) {
            digesters.add(checksum);
        }
        IncomingFile copy = store.files().receive(digesters);
        try {
            for (EmbeddedReply.Piece piece : reads.pieces(version, first, length)) {
                append(lease, piece, copy);
            }
        } catch (IOException | RuntimeException e) {
            copy.close();
            throw e;
        }
        ObjectChecksum value = algorithm == null || checksum == null
                ? null
                : new ObjectChecksum(
                        algorithm, ChecksumType.FULL_OBJECT, Base64.getEncoder().encodeToString(checksum.value()));
        ETag etag = new ETag(HexFormat.of().formatHex(md5.value()));
        return new EmbeddedCall.Received(copy, new BodyChecks.Result(etag, value));
    }

    private static void append(FileLease lease, EmbeddedReply.Piece piece, IncomingFile copy) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(PIECE_BYTES);
        try (FileChannel file = lease.open(piece.file())) {
            long position = piece.offsetBytes();
            long end = position + piece.sizeBytes();
            while (position < end) {
                buffer.clear().limit((int) Math.min(buffer.capacity(), end - position));
                int count = file.read(buffer, position);
                if (count < 0) {
                    throw new IOException("stored file is shorter than its row says: " + piece.file());
                }
                position += count;
                copy.write(buffer.flip());
            }
        }
    }

    private static S3ErrorException invalid(String message) {
        return new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_REQUEST, message));
    }
}
