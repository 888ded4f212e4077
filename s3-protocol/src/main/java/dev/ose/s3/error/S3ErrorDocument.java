package dev.ose.s3.error;

import dev.ose.s3.xml.XmlWriter;

/**
 * The body of an error answer. The request id and host id must be those of the answer's {@code x-amz-request-id} and
 * {@code x-amz-id-2} headers.
 *
 * @param resource the path of the request as the client wrote it
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html">Error responses</a>
 */
public record S3ErrorDocument(S3Error error, String resource, String requestId, String hostId) {

    /** The media type of {@link #toBytes()}. */
    public static final String CONTENT_TYPE = "application/xml";

    /** The document in UTF-8, its texts escaped. */
    public byte[] toBytes() {
        XmlWriter xml = new XmlWriter().start("Error");
        xml.element("Code", error.code().code()).element("Message", error.message());
        error.details().forEach(xml::element);
        return xml.element("Resource", resource)
                .element("RequestId", requestId)
                .element("HostId", hostId)
                .end()
                .toBytes();
    }
}
