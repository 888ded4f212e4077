package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.file.FileLease;
import dev.ose.adapter.embedded.store.NewContent;
import dev.ose.adapter.embedded.store.ObjectDescription;
import dev.ose.adapter.embedded.store.ObjectVersion;
import dev.ose.adapter.embedded.store.Store;
import dev.ose.adapter.embedded.store.StoredBucket;
import dev.ose.adapter.embedded.store.StoredUpload;
import dev.ose.adapter.embedded.store.UploadedPart;
import dev.ose.s3.ByteRange;
import dev.ose.s3.ConditionalHeaders;
import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.checksum.ObjectChecksum;
import dev.ose.s3.document.ResultDocument;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.CopySource;
import dev.ose.s3.operation.ObjectOperation;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Copies within the store. Reading the source is authorised like a GET. */
final class Copies {

    private final Store store;
    private final ObjectReads reads;
    private final CopiedBytes bytes;
    private final NewAccess newAccess;
    private final LifecycleCalls lifecycles;

    Copies(Store store, ObjectReads reads, LifecycleCalls lifecycles) {
        this.store = store;
        this.lifecycles = lifecycles;
        this.reads = reads;
        this.bytes = new CopiedBytes(store.files(), reads);
        this.newAccess = new NewAccess(store.accounts());
    }

    /** An object that may be copied. */
    private record Source(StoredBucket bucket, ObjectVersion version) {}

    EmbeddedReply copyObject(EmbeddedCall call, ObjectOperation.CopyObject copy) throws IOException {
        ObjectHeaders.refuseUnoffered(call.request());
        EncryptionHeaders.refuseKeyOfSource(call.request());
        StoredBucket bucket = call.bucket(copy.bucket());
        Source source = source(call, copy.source());
        if (source.version.content().sizeBytes() > EmbeddedCall.MAX_BODY_BYTES) {
            throw invalid("The specified copy source is larger than the maximum allowable size for a copy source: "
                    + EmbeddedCall.MAX_BODY_BYTES);
        }
        if (!source.version.description().tags().isEmpty()) {
            call.admission().requireKeptTags(source.bucket, source.version);
        }
        ObjectDescription description = description(call, copy, source).withAccess(newAccess.ofObject(call, bucket));
        CopiedBytes.Form form = new CopiedBytes.Form(algorithm(call, source.version), description.isEncrypted());
        try (FileLease lease =
                        bytes.lease(source.version, 0, source.version.content().sizeBytes());
                EmbeddedCall.Received received = bytes.duplicate(source.version, lease, form)) {
            NewContent content = new NewContent(
                    received.file().publish(),
                    received.result().etag(),
                    received.result().checksum());
            ObjectVersion made = ObjectWrites.keep(received, () -> store.contents()
                    .objects()
                    .put(bucket, copy.key(), content, description, writeConditions(call)));
            EmbeddedReply reply = EmbeddedReply.document(new ResultDocument.Copied(
                            false,
                            made.content().etag(),
                            made.modifiedAt(),
                            ObjectReplies.elements(made.content().checksum()))
                    .toBytes());
            EncryptionHeaders.addTo(reply, description.isEncrypted());
            return lifecycles
                    .addTo(reply, bucket, made)
                    .with("x-amz-version-id", ObjectReplies.writtenVersionId(made.versionId()))
                    .with(
                            "x-amz-copy-source-version-id",
                            ObjectReplies.versionId(source.bucket, source.version.versionId()));
        }
    }

    EmbeddedReply copyPart(EmbeddedCall call, ObjectOperation.UploadPartCopy copy) throws IOException {
        ObjectHeaders.refuseUnoffered(call.request());
        EncryptionHeaders.refuse(call.request());
        EncryptionHeaders.refuseKeyOfSource(call.request());
        StoredBucket bucket = call.bucket(copy.bucket());
        StoredUpload upload = store.contents().uploads().require(bucket, copy.key(), copy.uploadId());
        Source source = source(call, copy.source());
        ByteRange range = copy.range();
        long first = range == null ? 0 : range.first();
        long length = range == null ? source.version.content().sizeBytes() : range.lengthBytes();
        if (first + length > source.version.content().sizeBytes()) {
            throw new S3ErrorException(S3Error.invalidArgument(
                    "Range specified is not valid for source object of size: "
                            + source.version.content().sizeBytes(),
                    "x-amz-copy-source-range",
                    call.request().text("x-amz-copy-source-range")));
        }
        if (length > EmbeddedCall.MAX_BODY_BYTES) {
            throw new S3ErrorException(S3Error.of(S3ErrorCode.ENTITY_TOO_LARGE));
        }
        StoredUpload.ChecksumKind kind = upload.checksum();
        CopiedBytes.Form form = new CopiedBytes.Form(
                kind == null ? null : kind.algorithm(), upload.description().isEncrypted());
        try (FileLease lease = bytes.lease(source.version, first, length);
                EmbeddedCall.Received received = bytes.read(source.version, lease, first, length, form)) {
            NewContent content = new NewContent(
                    received.file().publish(),
                    received.result().etag(),
                    received.result().checksum());
            UploadedPart part = ObjectWrites.keep(received, () -> store.contents()
                    .uploads()
                    .putPart(bucket, upload, copy.partNumber().value(), content));
            EmbeddedReply reply = EmbeddedReply.document(new ResultDocument.Copied(
                            true, part.etag(), part.modifiedAt(), ObjectReplies.elements(content.checksum()))
                    .toBytes());
            return EncryptionHeaders.addTo(reply, form.isEncrypted())
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
        if (!call.sourceConditions().allowsCopy(version.content().etag(), version.modifiedAt())) {
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
        // A lock is not copied: the request or the bucket's default determines the lock of the new version.
        ObjectDescription requested = ObjectHeaders.describe(
                call.request(), call.bucket(copy.bucket()), store.clock().instant());
        ObjectDescription original = source.version.description();
        boolean changesEncryption =
                EncryptionHeaders.isStated(call.request()) || requested.isEncrypted() != original.isEncrypted();
        if (isSame && !replaces && !replacesTags && !namesClass && !changesEncryption) {
            throw invalid(
                    "This copy request is illegal because it is trying to copy an object to itself without changing"
                            + " the object's metadata, storage class, website redirect location or encryption"
                            + " attributes.");
        }
        return (replaces ? requested : original)
                .withTags(replacesTags ? requested.tags() : original.tags())
                .withLock(requested.lock())
                .withEncryption(requested.isEncrypted());
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
        ObjectChecksum checksum = source.content().checksum();
        return checksum == null ? null : checksum.algorithm();
    }

    private static S3ErrorException invalid(String message) {
        return new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_REQUEST, message));
    }
}
