package dev.ose.s3.document;

import dev.ose.s3.ETag;
import dev.ose.s3.PartNumber;
import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.xml.XmlReader;
import dev.ose.s3.xml.XmlWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The body of <a
 * href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html">CompleteMultipartUpload</a>.
 *
 * @param parts 1 to 10000, part numbers never descending. Whether one may be named twice is left to the platform: some
 *     take the last upload of that part, S3 refuses
 */
public record CompleteMultipartUploadRequest(List<Part> parts) {

    /** One part; checksums by the name of their element, such as {@code ChecksumCRC32}. */
    public record Part(PartNumber number, ETag tag, Map<String, String> checksums) {

        public Part {
            checksums = Map.copyOf(checksums);
        }
    }

    public CompleteMultipartUploadRequest {
        parts = List.copyOf(parts);
    }

    /** Reads a body of at most 2 MiB; throws {@code MalformedXML}, {@code InvalidPartOrder}. */
    public static CompleteMultipartUploadRequest read(byte[] body) {
        return XmlRequestBody.read(
                body, XmlRequestBody.LARGE_BYTES, "CompleteMultipartUpload", CompleteMultipartUploadRequest::content);
    }

    /** The document that names parts by their tags, from the first one on. */
    public static byte[] document(List<ETag> tags) {
        XmlWriter xml = Documents.start("CompleteMultipartUpload");
        for (int i = 0; i < tags.size(); i++) {
            xml.start("Part")
                    .element("PartNumber", Integer.toString(i + 1))
                    .element("ETag", tags.get(i).quoted())
                    .end();
        }
        return xml.end().toBytes();
    }

    private static CompleteMultipartUploadRequest content(XmlReader xml) {
        List<Part> parts = new ArrayList<>();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            if (!child.equals("Part") || parts.size() == PartNumber.MAX) {
                throw XmlRequestBody.malformed();
            }
            Part part = part(xml);
            if (!parts.isEmpty() && parts.getLast().number().compareTo(part.number()) > 0) {
                throw XmlRequestBody.refused(S3ErrorCode.INVALID_PART_ORDER);
            }
            parts.add(part);
        }
        if (parts.isEmpty()) {
            throw XmlRequestBody.malformed();
        }
        return new CompleteMultipartUploadRequest(parts);
    }

    private static Part part(XmlReader xml) {
        @Nullable PartNumber number = null;
        @Nullable ETag tag = null;
        Map<String, String> checksums = new TreeMap<>();
        Once once = new Once();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            if (once.of(child).equals("PartNumber")) {
                number = PartNumber.parse(xml.text().strip()).orElseThrow(XmlRequestBody::malformed);
            } else if (child.equals("ETag")) {
                tag = ETag.parse(xml.text()).orElseThrow(XmlRequestBody::malformed);
            } else if (ChecksumAlgorithm.ofElement(child).isPresent()) {
                checksums.put(child, xml.text().strip());
            } else {
                throw XmlRequestBody.malformed();
            }
        }
        if (number == null || tag == null) {
            throw XmlRequestBody.malformed();
        }
        return new Part(number, tag, checksums);
    }
}
