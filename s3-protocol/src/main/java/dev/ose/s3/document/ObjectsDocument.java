package dev.ose.s3.document;

import dev.ose.s3.operation.BucketOperation.ListObjects;
import dev.ose.s3.operation.BucketOperation.ListObjectsV2;
import dev.ose.s3.operation.ListingFilter;
import dev.ose.s3.xml.XmlWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of objects, written as the {@code ListBucketResult} of either version.
 *
 * @param next where the following page begins: the last key or prefix for version 1, an opaque token for version 2;
 *     null on the last page
 */
public record ObjectsDocument(
        List<ListedObject> objects,
        List<String> commonPrefixes,
        @Nullable String next) {

    public ObjectsDocument {
        objects = List.copyOf(objects);
        commonPrefixes = List.copyOf(commonPrefixes);
    }

    /** The answer to version 1. As in S3, the next marker is only present with a delimiter. */
    public byte[] toBytes(ListObjects request) {
        ListingFilter filter = request.filter();
        XmlWriter xml = Documents.start("ListBucketResult")
                .element("Name", request.bucket().value());
        Documents.filter(xml, filter);
        xml.element("Marker", filter.encoding().encode(request.marker()));
        if (next != null && !filter.delimiter().isEmpty()) {
            xml.element("NextMarker", filter.encoding().encode(next));
        }
        xml.element("MaxKeys", filter.limit()).element("IsTruncated", next != null);
        return finish(xml, filter);
    }

    /** The answer to version 2. */
    public byte[] toBytes(ListObjectsV2 request) {
        ListingFilter filter = request.filter();
        XmlWriter xml = Documents.start("ListBucketResult")
                .element("Name", request.bucket().value());
        Documents.filter(xml, filter);
        String startAfter = request.startAfter();
        xml.optional("StartAfter", startAfter == null ? null : filter.encoding().encode(startAfter))
                .optional("ContinuationToken", request.continuationToken())
                .optional("NextContinuationToken", next)
                .element("KeyCount", objects.size() + commonPrefixes.size())
                .element("MaxKeys", filter.limit())
                .element("IsTruncated", next != null);
        return finish(xml, filter);
    }

    private byte[] finish(XmlWriter xml, ListingFilter filter) {
        for (ListedObject object : objects) {
            xml.start("Contents")
                    .element("Key", filter.encoding().encode(object.key().value()))
                    .element("LastModified", Documents.timestamp(object.lastModified()));
            object.writeContent(xml);
            Owner owner = object.owner();
            if (owner != null) {
                Documents.owner(xml, "Owner", owner);
            }
            xml.element("StorageClass", object.storageClass()).end();
        }
        Documents.commonPrefixes(xml, filter, commonPrefixes);
        return xml.end().toBytes();
    }
}
