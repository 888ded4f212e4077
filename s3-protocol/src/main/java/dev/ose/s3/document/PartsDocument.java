package dev.ose.s3.document;

import dev.ose.s3.ETag;
import dev.ose.s3.PartNumber;
import dev.ose.s3.operation.ObjectOperation.ListParts;
import dev.ose.s3.xml.XmlWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** One page of an upload's parts, the {@code ListPartsResult}. */
public record PartsDocument(Owner initiator, Owner owner, String storageClass, List<Part> parts, boolean isTruncated) {

    /** One uploaded part; checksums by the name of their element. */
    public record Part(
            PartNumber number, Instant lastModified, ETag tag, long sizeBytes, Map<String, String> checksums) {

        public Part {
            checksums = Map.copyOf(checksums);
        }
    }

    public PartsDocument {
        parts = List.copyOf(parts);
    }

    /** The document in UTF-8. */
    public byte[] toBytes(ListParts request) {
        XmlWriter xml = Documents.start("ListPartsResult")
                .element("Bucket", request.bucket().value())
                .element("Key", request.key().value())
                .element("UploadId", request.uploadId().value());
        Documents.owner(xml, "Initiator", initiator);
        Documents.owner(xml, "Owner", owner);
        xml.element("StorageClass", storageClass).element("PartNumberMarker", request.partNumberMarker());
        if (!parts.isEmpty()) {
            xml.element("NextPartNumberMarker", parts.getLast().number().value());
        }
        xml.element("MaxParts", request.maxParts()).element("IsTruncated", isTruncated);
        for (Part part : parts) {
            xml.start("Part")
                    .element("PartNumber", part.number().value())
                    .element("LastModified", Documents.timestamp(part.lastModified()))
                    .element("ETag", part.tag().quoted())
                    .element("Size", part.sizeBytes());
            Documents.checksums(xml, part.checksums());
            xml.end();
        }
        return xml.end().toBytes();
    }
}
