package dev.ose.s3.document;

import dev.ose.s3.ETag;
import dev.ose.s3.operation.ObjectAttribute;
import dev.ose.s3.operation.ObjectOperation.GetObjectAttributes;
import dev.ose.s3.xml.XmlWriter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The {@code GetObjectAttributesResponse}; contains the requested attributes only.
 *
 * @param checksums by the name of their element, empty when the object has none
 * @param parts null when the object was not uploaded in parts
 */
public record AttributesDocument(
        ETag tag, Map<String, String> checksums, @Nullable Parts parts, String storageClass, long sizeBytes) {

    /** The parts of the object; the page lists those whose checksums are kept. */
    public record Parts(int total, List<PartsDocument.Part> page, boolean isTruncated) {

        public Parts {
            page = List.copyOf(page);
        }
    }

    public AttributesDocument {
        checksums = Map.copyOf(checksums);
    }

    /** The document in UTF-8. The tag has no quotes here, unlike everywhere else in S3. */
    public byte[] toBytes(GetObjectAttributes request) {
        Set<ObjectAttribute> asked = request.attributes();
        XmlWriter xml = Documents.start("GetObjectAttributesResponse");
        if (asked.contains(ObjectAttribute.ETAG)) {
            xml.element("ETag", tag.value());
        }
        if (asked.contains(ObjectAttribute.CHECKSUM) && !checksums.isEmpty()) {
            xml.start("Checksum");
            Documents.checksums(xml, checksums);
            xml.end();
        }
        if (asked.contains(ObjectAttribute.OBJECT_PARTS) && parts != null) {
            parts(xml, parts, request);
        }
        if (asked.contains(ObjectAttribute.STORAGE_CLASS)) {
            xml.element("StorageClass", storageClass);
        }
        if (asked.contains(ObjectAttribute.OBJECT_SIZE)) {
            xml.element("ObjectSize", sizeBytes);
        }
        return xml.end().toBytes();
    }

    private static void parts(XmlWriter xml, Parts parts, GetObjectAttributes request) {
        xml.start("ObjectParts")
                .element("PartsCount", parts.total())
                .element("PartNumberMarker", request.partNumberMarker());
        if (!parts.page().isEmpty()) {
            xml.element("NextPartNumberMarker", parts.page().getLast().number().value());
        }
        xml.element("MaxParts", request.maxParts()).element("IsTruncated", parts.isTruncated());
        for (PartsDocument.Part part : parts.page()) {
            xml.start("Part").element("PartNumber", part.number().value()).element("Size", part.sizeBytes());
            Documents.checksums(xml, part.checksums());
            xml.end();
        }
        xml.end();
    }
}
