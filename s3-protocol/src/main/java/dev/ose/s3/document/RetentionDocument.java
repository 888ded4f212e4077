package dev.ose.s3.document;

import dev.ose.s3.lock.Retention;
import dev.ose.s3.lock.RetentionMode;
import dev.ose.s3.xml.XmlReader;
import dev.ose.s3.xml.XmlWriter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The retention of one version.
 *
 * @param retention null in the empty document, which takes the retention away
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObjectRetention.html">PutObjectRetention</a>
 */
public record RetentionDocument(@Nullable Retention retention) {

    /**
     * Reads a body of at most 64 KiB. Throws {@code MalformedXML}, also for a mode without a date and for unknown
     * modes.
     */
    public static RetentionDocument read(byte[] body) {
        return XmlRequestBody.read(body, XmlRequestBody.SMALL_BYTES, "Retention", RetentionDocument::content);
    }

    /** The document for an answer. */
    public byte[] toBytes() {
        XmlWriter xml = Documents.start("Retention");
        if (retention != null) {
            xml.element("Mode", retention.mode().name())
                    .element("RetainUntilDate", Documents.timestamp(retention.until()));
        }
        return xml.end().toBytes();
    }

    private static RetentionDocument content(XmlReader xml) {
        RetentionMode mode = null;
        Instant until = null;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (child) {
                case "Mode" -> mode = RetentionMode.find(xml.text().strip()).orElseThrow(XmlRequestBody::malformed);
                case "RetainUntilDate" -> until = XmlRequestBody.time(xml.text());
                default -> throw XmlRequestBody.malformed();
            }
        }
        if (mode == null && until == null) {
            return new RetentionDocument(null);
        }
        if (mode == null || until == null) {
            throw XmlRequestBody.malformed();
        }
        return new RetentionDocument(new Retention(mode, until));
    }
}
