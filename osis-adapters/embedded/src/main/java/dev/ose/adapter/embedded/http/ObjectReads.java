package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.file.FileId;
import dev.ose.adapter.embedded.file.FileLease;
import dev.ose.adapter.embedded.file.StoredFile;
import dev.ose.adapter.embedded.store.ObjectPart;
import dev.ose.adapter.embedded.store.ObjectVersion;
import dev.ose.adapter.embedded.store.Store;
import dev.ose.adapter.embedded.store.StoredBucket;
import dev.ose.s3.ByteRange;
import dev.ose.s3.IfRange;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.PartNumber;
import dev.ose.s3.RangeHeader;
import dev.ose.s3.VersionId;
import dev.ose.s3.checksum.ObjectChecksum;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.ResponseOverride;
import dev.ose.s3.permission.Permission;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** GET and HEAD of objects. */
final class ObjectReads {

    /** Maximum number of attempts if the object changes between its look-up and the opening of its files. */
    private static final int MAX_ATTEMPTS = 5;

    private final Store store;
    private final LifecycleCalls lifecycles;

    ObjectReads(Store store, LifecycleCalls lifecycles) {
        this.store = store;
        this.lifecycles = lifecycles;
    }

    /** The requested bytes of a version; null for all of them. */
    private record Selection(
            ObjectVersion version,
            @Nullable ByteRange range,
            @Nullable ObjectPart part) {

        long firstByte() {
            return range == null ? 0 : range.first();
        }

        long lengthBytes() {
            return range == null ? version.content().sizeBytes() : range.lengthBytes();
        }
    }

    EmbeddedReply get(EmbeddedCall call, ObjectOperation.GetObject get) {
        EncryptionHeaders.refuseKeyOfObject(call.request());
        StoredBucket bucket = call.bucket(get.bucket());
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            ObjectVersion version = requireObject(call, bucket, get.key(), get.versionId());
            Optional<EmbeddedReply> early = conditional(call, bucket, version);
            if (early.isPresent()) {
                return early.get();
            }
            Selection selection = select(call, version, get.partNumber());
            List<EmbeddedReply.Piece> pieces = pieces(selection);
            Optional<FileLease> lease = store.files()
                    .lease(pieces.stream().map(EmbeddedReply.Piece::file).toList());
            if (lease.isPresent()) {
                return reply(call, bucket, selection, get.overrides())
                        .withBody(new EmbeddedReply.Content(lease.get(), pieces));
            }
        }
        throw new S3ErrorException(S3Error.of(S3ErrorCode.SLOW_DOWN));
    }

    EmbeddedReply head(EmbeddedCall call, ObjectOperation.HeadObject head) {
        EncryptionHeaders.refuseKeyOfObject(call.request());
        StoredBucket bucket = call.bucket(head.bucket());
        ObjectVersion version = requireObject(call, bucket, head.key(), head.versionId());
        return conditional(call, bucket, version)
                .orElseGet(() -> reply(call, bucket, select(call, version, head.partNumber()), head.overrides()));
    }

    /**
     * The requested version. Fails as S3 does if there is none or it is a delete marker, and with {@code AccessDenied}
     * if its owner and ACL do not permit the request.
     */
    ObjectVersion requireObject(EmbeddedCall call, StoredBucket bucket, ObjectKey key, @Nullable VersionId versionId) {
        ObjectVersion version =
                store.contents().objects().find(bucket, key, versionId).orElse(null);
        if (version == null) {
            throw new S3ErrorException(
                    versionId == null
                            ? S3Error.noSuchKey(key)
                            : S3Error.of(S3ErrorCode.NO_SUCH_VERSION)
                                    .with("Key", key.value())
                                    .with("VersionId", versionId.value()));
        }
        if (version.isDeleteMarker()) {
            throw new DeleteMarkerException(
                    versionId == null
                            ? S3Error.noSuchKey(key)
                            : S3Error.of(S3ErrorCode.METHOD_NOT_ALLOWED).with("ResourceType", "DeleteMarker"),
                    version.versionId());
        }
        call.admission().requireGranted(bucket, version);
        return version;
    }

    /** The file ranges that hold these bytes of a version. */
    List<EmbeddedReply.Piece> pieces(ObjectVersion version, long firstByte, long lengthBytes) {
        if (lengthBytes == 0 && version.content().file() == null) {
            return List.of();
        }
        StoredFile file = version.content().file();
        if (file != null) {
            return List.of(new EmbeddedReply.Piece(file, firstByte, lengthBytes));
        }
        List<EmbeddedReply.Piece> pieces = new ArrayList<>();
        long end = firstByte + lengthBytes;
        for (ObjectPart part : store.contents().objects().partsIn(version, firstByte, end - 1)) {
            long from = Math.max(firstByte, part.offsetBytes());
            long to = Math.min(end, part.offsetBytes() + part.sizeBytes());
            pieces.add(new EmbeddedReply.Piece(part.file(), from - part.offsetBytes(), to - from));
        }
        if (pieces.stream().mapToLong(EmbeddedReply.Piece::sizeBytes).sum() != lengthBytes) {
            // Deleted between two look-ups; the lease then finds no file either.
            return List.of(new EmbeddedReply.Piece(new StoredFile(FileId.NOWHERE, lengthBytes, null), 0, lengthBytes));
        }
        return pieces;
    }

    private List<EmbeddedReply.Piece> pieces(Selection selection) {
        return pieces(selection.version, selection.firstByte(), selection.lengthBytes());
    }

    private static Optional<EmbeddedReply> conditional(EmbeddedCall call, StoredBucket bucket, ObjectVersion version) {
        return switch (call.conditions().evaluateRead(version.content().etag(), version.modifiedAt())) {
            case PROCEED -> Optional.empty();
            case NOT_MODIFIED -> {
                EmbeddedReply reply = ObjectReplies.identify(EmbeddedReply.of(304), bucket, version);
                Map<String, String> headers = version.description().headers();
                yield Optional.of(reply.with("Cache-Control", headers.get("cache-control"))
                        .with("Expires", headers.get("expires")));
            }
            case PRECONDITION_FAILED -> throw new S3ErrorException(S3Error.of(S3ErrorCode.PRECONDITION_FAILED));
        };
    }

    private Selection select(EmbeddedCall call, ObjectVersion version, @Nullable PartNumber number) {
        if (number != null) {
            return selectPart(version, number);
        }
        String header = call.request().get("range");
        RangeHeader range = header == null || !isStill(call, version)
                ? null
                : RangeHeader.parse(header).orElse(null);
        if (range == null) {
            return new Selection(version, null, null);
        }
        ByteRange bytes = range.resolve(version.content().sizeBytes())
                .orElseThrow(() -> new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_RANGE)
                        .with("RangeRequested", String.valueOf(header))
                        .with(
                                "ActualObjectSize",
                                Long.toString(version.content().sizeBytes()))));
        return new Selection(version, bytes, null);
    }

    /** Whether If-Range permits the range for this version. */
    private static boolean isStill(EmbeddedCall call, ObjectVersion version) {
        String condition = call.request().get("if-range");
        return condition == null || IfRange.holds(condition, version.content().etag(), version.modifiedAt());
    }

    private Selection selectPart(ObjectVersion version, PartNumber number) {
        if (version.content().partCount() > 0) {
            return store.contents()
                    .objects()
                    .part(version, number.value())
                    .map(part -> new Selection(
                            version,
                            part.sizeBytes() == 0
                                    ? null
                                    : new ByteRange(part.offsetBytes(), part.offsetBytes() + part.sizeBytes() - 1),
                            part))
                    .orElseThrow(ObjectReads::noSuchPart);
        }
        if (number.value() > 1) {
            throw noSuchPart();
        }
        ByteRange all = version.content().sizeBytes() == 0
                ? null
                : new ByteRange(0, version.content().sizeBytes() - 1);
        return new Selection(version, all, null);
    }

    private EmbeddedReply reply(
            EmbeddedCall call, StoredBucket bucket, Selection selection, Map<ResponseOverride, String> overrides) {
        ObjectVersion version = selection.version;
        ByteRange range = selection.range;
        EmbeddedReply reply = ObjectReplies.describe(EmbeddedReply.of(range == null ? 200 : 206), bucket, version);
        LockHeaders.describe(reply, version.description().lock(), action -> call.admission()
                .permits(List.of(Permission.onObject(action, bucket.name(), version.key()))));
        lifecycles.addTo(reply, bucket, version);
        overrides.forEach((override, value) -> reply.with(override.header(), value));
        reply.with("Content-Length", Long.toString(selection.lengthBytes()));
        if (range != null) {
            reply.with(
                    "Content-Range",
                    "bytes " + range.first() + "-" + range.last() + "/"
                            + version.content().sizeBytes());
        }
        ObjectPart part = selection.part;
        if (part != null) {
            reply.with(
                    "x-amz-mp-parts-count", Integer.toString(version.content().partCount()));
        }
        if (call.request().text("x-amz-checksum-mode").equalsIgnoreCase("ENABLED")) {
            addChecksum(reply, selection);
        }
        return reply;
    }

    /** A checksum is sent only if it is that of the bytes that are sent. */
    private static void addChecksum(EmbeddedReply reply, Selection selection) {
        ObjectChecksum checksum = selection.version.content().checksum();
        ByteRange range = selection.range;
        ObjectPart part = selection.part;
        boolean isWhole = range == null
                || range.lengthBytes() == selection.version.content().sizeBytes();
        if (checksum == null) {
            return;
        }
        if (part != null && part.checksum() != null) {
            reply.with(checksum.algorithm().header(), part.checksum())
                    .with("x-amz-checksum-type", checksum.type().name());
        } else if (isWhole) {
            ObjectReplies.checksum(reply, checksum);
        }
    }

    private static S3ErrorException noSuchPart() {
        return new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_PART_NUMBER));
    }
}
