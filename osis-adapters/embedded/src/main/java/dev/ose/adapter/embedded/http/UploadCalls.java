package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.store.NamedPart;
import dev.ose.adapter.embedded.store.NewContent;
import dev.ose.adapter.embedded.store.ObjectDescription;
import dev.ose.adapter.embedded.store.Store;
import dev.ose.adapter.embedded.store.StoredBucket;
import dev.ose.adapter.embedded.store.StoredUpload;
import dev.ose.adapter.embedded.store.UploadCompletion;
import dev.ose.adapter.embedded.store.UploadedPart;
import dev.ose.adapter.embedded.store.Uploads;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UriEncoding;
import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.checksum.ChecksumType;
import dev.ose.s3.document.CompleteMultipartUploadRequest;
import dev.ose.s3.document.Owner;
import dev.ose.s3.document.PartsDocument;
import dev.ose.s3.document.ResultDocument;
import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.operation.ObjectOperation;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Multipart uploads. */
final class UploadCalls {

    private final Store store;
    private final NewAccess newAccess;
    private final LifecycleCalls lifecycles;

    UploadCalls(Store store, LifecycleCalls lifecycles) {
        this.store = store;
        this.lifecycles = lifecycles;
        this.newAccess = new NewAccess(store.accounts());
    }

    EmbeddedReply create(EmbeddedCall call, ObjectOperation.CreateMultipartUpload create) {
        ObjectHeaders.refuseUnoffered(call.request());
        StoredBucket bucket = call.bucket(create.bucket());
        ObjectDescription description = ObjectHeaders.describe(
                        call.request(), bucket, store.clock().instant())
                .withAccess(newAccess.ofObject(call, bucket));
        StoredUpload.ChecksumKind kind = checksumKind(call.request());
        StoredUpload upload = store.contents().uploads().create(call.caller(), bucket, create.key(), description, kind);
        EmbeddedReply reply = EmbeddedReply.document(
                new ResultDocument.InitiatedUpload(create.bucket(), create.key(), upload.id()).toBytes());
        if (kind != null) {
            reply.with("x-amz-checksum-algorithm", kind.algorithm().name())
                    .with("x-amz-checksum-type", kind.type().name());
        }
        EncryptionHeaders.addTo(reply, description.isEncrypted());
        return lifecycles.addTo(reply, bucket, upload);
    }

    EmbeddedReply putPart(EmbeddedCall call, ObjectOperation.UploadPart put) throws IOException {
        ObjectHeaders.refuseUnoffered(call.request());
        EncryptionHeaders.refuse(call.request());
        StoredBucket bucket = call.bucket(put.bucket());
        StoredUpload upload = store.contents().uploads().require(bucket, put.key(), put.uploadId());
        LockHeaders.requireDigest(call.request(), bucket, upload.description().lock(), "Put Part");
        StoredUpload.ChecksumKind kind = upload.checksum();
        ChecksumAlgorithm algorithm = kind == null ? null : kind.algorithm();
        boolean isEncrypted = upload.description().isEncrypted();
        try (EmbeddedCall.Received received = call.receive(store.files(), algorithm, isEncrypted)) {
            var checksum = received.result().checksum();
            if (algorithm != null && checksum != null && checksum.algorithm() != algorithm) {
                throw new S3ErrorException(S3Error.of(
                        S3ErrorCode.INVALID_REQUEST,
                        "Checksum Type mismatch occurred, expected checksum Type: " + algorithm
                                + ", actual checksum Type: " + checksum.algorithm()));
            }
            NewContent content =
                    new NewContent(received.file().publish(), received.result().etag(), checksum);
            UploadedPart part = ObjectWrites.keep(received, () -> store.contents()
                    .uploads()
                    .putPart(bucket, upload, put.partNumber().value(), content));
            EmbeddedReply reply = EncryptionHeaders.addTo(EmbeddedReply.of(200), isEncrypted)
                    .with("ETag", part.etag().quoted());
            return checksum == null ? reply : reply.with(checksum.algorithm().header(), checksum.value());
        }
    }

    EmbeddedReply listParts(EmbeddedCall call, ObjectOperation.ListParts list) {
        EncryptionHeaders.refuseKeyOfObject(call.request());
        StoredBucket bucket = call.bucket(list.bucket());
        StoredUpload upload = store.contents().uploads().require(bucket, list.key(), list.uploadId());
        call.admission().requireInitiator(upload);
        List<UploadedPart> found = list.maxParts() == 0
                ? List.of()
                : store.contents().uploads().parts(upload, list.partNumberMarker(), list.maxParts() + 1);
        boolean more = found.size() > list.maxParts();
        List<PartsDocument.Part> page = found.stream()
                .limit(list.maxParts())
                .map(part -> new PartsDocument.Part(
                        new PartNumber(part.number()),
                        part.modifiedAt(),
                        part.etag(),
                        part.sizeBytes(),
                        checksums(upload, part)))
                .toList();
        Owner owner = ListingCalls.named(upload.owner(bucket));
        Owner initiator =
                new Owner(upload.initiator().canonicalId(), upload.initiator().name());
        EmbeddedReply reply =
                EmbeddedReply.document(new PartsDocument(initiator, owner, "STANDARD", page, more).toBytes(list));
        return lifecycles.addTo(reply, bucket, upload);
    }

    EmbeddedReply complete(EmbeddedCall call, ObjectOperation.CompleteMultipartUpload complete) throws IOException {
        ObjectHeaders.refuseUnoffered(call.request());
        EncryptionHeaders.refuse(call.request());
        StoredBucket bucket = call.bucket(complete.bucket());
        WireRequest request = call.request();
        // The checksum headers are about the object, not about this document.
        byte[] body = call.readDocumentOfObject();
        List<NamedPart> parts = CompleteMultipartUploadRequest.read(body).parts().stream()
                .map(part -> new NamedPart(part.number().value(), part.tag(), byAlgorithm(part.checksums())))
                .toList();
        Uploads.CompletionRules rules = new Uploads.CompletionRules(
                call.conditions(), BodyChecks.ofObjectInParts(request), checksumType(request), objectSize(request));
        UploadCompletion completion =
                store.contents().uploads().complete(bucket, complete.key(), complete.uploadId(), parts, rules);
        String location = "http://" + request.text("host") + "/" + complete.bucket() + "/"
                + UriEncoding.encodePath(complete.key().value());
        EmbeddedReply reply = EmbeddedReply.document(new ResultDocument.CompletedUpload(
                                location,
                                complete.bucket(),
                                complete.key(),
                                completion.etag(),
                                ObjectReplies.elements(completion.checksum()))
                        .toBytes())
                .with("x-amz-version-id", ObjectReplies.writtenVersionId(completion.versionId()));
        EncryptionHeaders.addTo(reply, completion.isEncrypted());
        if (bucket.settings().lifecycle() == null) {
            return reply;
        }
        return store.contents()
                .objects()
                .find(bucket, complete.key(), completion.versionId())
                .map(made -> lifecycles.addTo(reply, bucket, made))
                .orElse(reply);
    }

    EmbeddedReply abort(EmbeddedCall call, ObjectOperation.AbortMultipartUpload abort) {
        StoredBucket bucket = call.bucket(abort.bucket());
        if (!call.admission().conditions().areSettled()) {
            call.admission()
                    .requireInitiator(store.contents().uploads().require(bucket, abort.key(), abort.uploadId()));
        }
        store.contents().uploads().abort(bucket, abort.key(), abort.uploadId());
        return EmbeddedReply.of(204);
    }

    private static Map<String, String> checksums(StoredUpload upload, UploadedPart part) {
        StoredUpload.ChecksumKind kind = upload.checksum();
        String value = part.checksum();
        return kind == null || value == null
                ? Map.of()
                : Map.of(kind.algorithm().element(), value);
    }

    private static Map<ChecksumAlgorithm, String> byAlgorithm(Map<String, String> elements) {
        Map<ChecksumAlgorithm, String> checksums = new EnumMap<>(ChecksumAlgorithm.class);
        for (ChecksumAlgorithm algorithm : ChecksumAlgorithm.values()) {
            String value = elements.get(algorithm.element());
            if (value != null) {
                checksums.put(algorithm, value);
            }
        }
        return checksums;
    }

    private static StoredUpload.@Nullable ChecksumKind checksumKind(WireRequest request) {
        String name = request.text("x-amz-checksum-algorithm");
        String type = request.text("x-amz-checksum-type");
        if (name.isEmpty()) {
            if (!type.isEmpty()) {
                throw invalid("The x-amz-checksum-type header can only be used with x-amz-checksum-algorithm.");
            }
            return null;
        }
        ChecksumAlgorithm algorithm =
                ChecksumAlgorithm.find(name).orElseThrow(() -> invalid("Checksum algorithm provided is unsupported."));
        ChecksumType stated = checksumType(request);
        ChecksumType wanted = stated == null ? algorithm.defaultType() : stated;
        if (!algorithm.allows(wanted)) {
            throw invalid("The " + wanted + " checksum type cannot be used with the " + algorithm + " algorithm.");
        }
        return new StoredUpload.ChecksumKind(algorithm, wanted);
    }

    private static @Nullable ChecksumType checksumType(WireRequest request) {
        return switch (request.text("x-amz-checksum-type")) {
            case "" -> null;
            case "COMPOSITE" -> ChecksumType.COMPOSITE;
            case "FULL_OBJECT" -> ChecksumType.FULL_OBJECT;
            default -> throw invalid("Value for x-amz-checksum-type header is invalid.");
        };
    }

    private static @Nullable Long objectSize(WireRequest request) {
        String size = request.text("x-amz-mp-object-size");
        if (size.isEmpty()) {
            return null;
        }
        if (size.length() > 15 || !size.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw invalid("Value for x-amz-mp-object-size header is invalid.");
        }
        return Long.parseLong(size);
    }

    private static S3ErrorException invalid(String message) {
        return new S3ErrorException(S3Error.of(S3ErrorCode.INVALID_REQUEST, message));
    }
}
