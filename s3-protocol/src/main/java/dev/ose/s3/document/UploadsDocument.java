package dev.ose.s3.document;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.UploadId;
import dev.ose.s3.operation.BucketOperation.ListMultipartUploads;
import dev.ose.s3.operation.EncodingType;
import dev.ose.s3.operation.ListingFilter;
import dev.ose.s3.xml.XmlWriter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One page of uploads in progress, the {@code ListMultipartUploadsResult}; null markers on the last page. */
public record UploadsDocument(
        List<Upload> uploads,
        List<String> commonPrefixes,
        @Nullable String nextKeyMarker,
        @Nullable UploadId nextUploadIdMarker) {

    /** One upload in progress. */
    public record Upload(
            ObjectKey key, UploadId id, Owner initiator, Owner owner, String storageClass, Instant initiated) {}

    public UploadsDocument {
        uploads = List.copyOf(uploads);
        commonPrefixes = List.copyOf(commonPrefixes);
    }

    /** The document in UTF-8. */
    public byte[] toBytes(ListMultipartUploads request) {
        ListingFilter filter = request.filter();
        EncodingType encoding = filter.encoding();
        UploadId idMarker = request.uploadIdMarker();
        XmlWriter xml = Documents.start("ListMultipartUploadsResult")
                .element("Bucket", request.bucket().value())
                .element("KeyMarker", encoding.encode(request.keyMarker()))
                .element("UploadIdMarker", idMarker == null ? "" : idMarker.value());
        if (nextKeyMarker != null) {
            xml.element("NextKeyMarker", encoding.encode(nextKeyMarker));
        }
        xml.optional("NextUploadIdMarker", nextUploadIdMarker == null ? null : nextUploadIdMarker.value());
        Documents.filter(xml, filter);
        xml.element("MaxUploads", filter.limit()).element("IsTruncated", nextKeyMarker != null);
        for (Upload upload : uploads) {
            xml.start("Upload")
                    .element("Key", encoding.encode(upload.key().value()))
                    .element("UploadId", upload.id().value());
            Documents.owner(xml, "Initiator", upload.initiator());
            Documents.owner(xml, "Owner", upload.owner());
            xml.element("StorageClass", upload.storageClass())
                    .element("Initiated", Documents.timestamp(upload.initiated()))
                    .end();
        }
        Documents.commonPrefixes(xml, filter, commonPrefixes);
        return xml.end().toBytes();
    }
}
