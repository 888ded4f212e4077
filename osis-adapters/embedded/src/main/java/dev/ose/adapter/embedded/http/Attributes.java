package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.store.ObjectPart;
import dev.ose.adapter.embedded.store.ObjectVersion;
import dev.ose.adapter.embedded.store.Store;
import dev.ose.adapter.embedded.store.StoredBucket;
import dev.ose.s3.HttpDate;
import dev.ose.s3.PartNumber;
import dev.ose.s3.checksum.ObjectChecksum;
import dev.ose.s3.document.AttributesDocument;
import dev.ose.s3.document.PartsDocument;
import dev.ose.s3.operation.ObjectOperation;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObjectAttributes.html">GetObjectAttributes</a>. */
final class Attributes {

    private final Store store;
    private final ObjectReads reads;

    Attributes(Store store, ObjectReads reads) {
        this.store = store;
        this.reads = reads;
    }

    EmbeddedReply get(EmbeddedCall call, ObjectOperation.GetObjectAttributes get) {
        EncryptionHeaders.refuseKeyOfObject(call.request());
        StoredBucket bucket = call.bucket(get.bucket());
        ObjectVersion version = reads.requireObject(call, bucket, get.key(), get.versionId());
        AttributesDocument document = new AttributesDocument(
                version.content().etag(),
                ObjectReplies.elements(version.content().checksum()),
                parts(version, get),
                "STANDARD",
                version.content().sizeBytes());
        return EmbeddedReply.document(document.toBytes(get))
                .with("Last-Modified", HttpDate.format(version.modifiedAt()))
                .with("x-amz-version-id", ObjectReplies.versionId(bucket, version.versionId()));
    }

    private AttributesDocument.@Nullable Parts parts(ObjectVersion version, ObjectOperation.GetObjectAttributes get) {
        if (version.content().partCount() == 0) {
            return null;
        }
        ObjectChecksum checksum = version.content().checksum();
        if (checksum == null) {
            return new AttributesDocument.Parts(version.content().partCount(), List.of(), false);
        }
        List<ObjectPart> found =
                store.contents().objects().partsAfter(version, get.partNumberMarker(), get.maxParts() + 1);
        List<PartsDocument.Part> page = found.stream()
                .limit(get.maxParts())
                .map(part -> new PartsDocument.Part(
                        new PartNumber(part.number()),
                        version.modifiedAt(),
                        version.content().etag(),
                        part.sizeBytes(),
                        part.checksum() == null
                                ? Map.of()
                                : Map.of(checksum.algorithm().element(), part.checksum())))
                .toList();
        return new AttributesDocument.Parts(version.content().partCount(), page, found.size() > get.maxParts());
    }
}
