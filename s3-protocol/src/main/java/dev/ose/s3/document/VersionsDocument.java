package dev.ose.s3.document;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.s3.operation.BucketOperation.ListObjectVersions;
import dev.ose.s3.operation.EncodingType;
import dev.ose.s3.operation.ListingFilter;
import dev.ose.s3.xml.XmlWriter;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One page of versions, the {@code ListVersionsResult}; both next markers are null on the last page. */
public record VersionsDocument(
        List<Entry> entries,
        List<String> commonPrefixes,
        @Nullable String nextKeyMarker,
        @Nullable VersionId nextVersionIdMarker) {

    /** A version or a delete marker, in the order of the listing. */
    public sealed interface Entry {}

    /** A version with data; the object's owner must be known. */
    public record Version(ListedObject object, VersionId id, boolean isLatest) implements Entry {}

    /** A delete marker. */
    public record DeleteMarker(ObjectKey key, VersionId id, boolean isLatest, Instant lastModified, Owner owner)
            implements Entry {}

    public VersionsDocument {
        entries = List.copyOf(entries);
        commonPrefixes = List.copyOf(commonPrefixes);
    }

    /** The document in UTF-8. */
    public byte[] toBytes(ListObjectVersions request) {
        ListingFilter filter = request.filter();
        EncodingType encoding = filter.encoding();
        VersionId idMarker = request.versionIdMarker();
        XmlWriter xml = Documents.start("ListVersionsResult")
                .element("Name", request.bucket().value());
        Documents.filter(xml, filter);
        xml.element("KeyMarker", encoding.encode(request.keyMarker()))
                .element("VersionIdMarker", idMarker == null ? "" : idMarker.value());
        if (nextKeyMarker != null) {
            xml.element("NextKeyMarker", encoding.encode(nextKeyMarker));
        }
        xml.optional("NextVersionIdMarker", nextVersionIdMarker == null ? null : nextVersionIdMarker.value())
                .element("MaxKeys", filter.limit())
                .element("IsTruncated", nextKeyMarker != null);
        for (Entry entry : entries) {
            switch (entry) {
                case Version version -> version(xml, encoding, version);
                case DeleteMarker marker -> marker(xml, encoding, marker);
            }
        }
        Documents.commonPrefixes(xml, filter, commonPrefixes);
        return xml.end().toBytes();
    }

    private static void version(XmlWriter xml, EncodingType encoding, Version version) {
        ListedObject object = version.object();
        xml.start("Version")
                .element("Key", encoding.encode(object.key().value()))
                .element("VersionId", version.id().value())
                .element("IsLatest", version.isLatest())
                .element("LastModified", Documents.timestamp(object.lastModified()));
        object.writeContent(xml);
        xml.element("StorageClass", object.storageClass());
        Owner owner = object.owner();
        if (owner != null) {
            Documents.owner(xml, "Owner", owner);
        }
        xml.end();
    }

    private static void marker(XmlWriter xml, EncodingType encoding, DeleteMarker marker) {
        xml.start("DeleteMarker")
                .element("Key", encoding.encode(marker.key().value()))
                .element("VersionId", marker.id().value())
                .element("IsLatest", marker.isLatest())
                .element("LastModified", Documents.timestamp(marker.lastModified()));
        Documents.owner(xml, "Owner", marker.owner());
        xml.end();
    }
}
