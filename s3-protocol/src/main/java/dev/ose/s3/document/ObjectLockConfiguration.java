package dev.ose.s3.document;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.s3.lock.DefaultRetention;
import dev.ose.s3.lock.DefaultRetention.Unit;
import dev.ose.s3.lock.RetentionMode;
import dev.ose.s3.xml.XmlReader;
import dev.ose.s3.xml.XmlWriter;
import org.jspecify.annotations.Nullable;

/**
 * The lock of a bucket, which a document can only switch on.
 *
 * @param defaultRetention null if new versions get none
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObjectLockConfiguration.html">PutObjectLockConfiguration</a>
 */
public record ObjectLockConfiguration(@Nullable DefaultRetention defaultRetention) {

    private static final int MAX_DAYS = 36_500;
    private static final int MAX_YEARS = 100;

    /**
     * Reads a body of at most 64 KiB. Throws {@code MalformedXML}, also for a lock that is not {@code Enabled}, an
     * unknown mode, and days beside years; and {@code InvalidRetentionPeriod} for a length out of bounds.
     */
    public static ObjectLockConfiguration read(byte[] body) {
        return XmlRequestBody.read(
                body, XmlRequestBody.SMALL_BYTES, "ObjectLockConfiguration", ObjectLockConfiguration::content);
    }

    /** The document for an answer. */
    public byte[] toBytes() {
        XmlWriter xml = Documents.start("ObjectLockConfiguration").element("ObjectLockEnabled", "Enabled");
        if (defaultRetention != null) {
            xml.start("Rule")
                    .start("DefaultRetention")
                    .element("Mode", defaultRetention.mode().name())
                    .element(defaultRetention.unit() == Unit.DAYS ? "Days" : "Years", defaultRetention.length())
                    .end()
                    .end();
        }
        return xml.end().toBytes();
    }

    private static ObjectLockConfiguration content(XmlReader xml) {
        boolean isEnabled = false;
        DefaultRetention retention = null;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (child) {
                case "ObjectLockEnabled" -> isEnabled = xml.text().strip().equals("Enabled");
                case "Rule" -> retention = rule(xml);
                default -> throw XmlRequestBody.malformed();
            }
        }
        if (!isEnabled) {
            throw XmlRequestBody.malformed();
        }
        return new ObjectLockConfiguration(retention);
    }

    private static DefaultRetention rule(XmlReader xml) {
        DefaultRetention retention = null;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            if (!child.equals("DefaultRetention")) {
                throw XmlRequestBody.malformed();
            }
            retention = retention(xml);
        }
        if (retention == null) {
            throw XmlRequestBody.malformed();
        }
        return retention;
    }

    private static DefaultRetention retention(XmlReader xml) {
        RetentionMode mode = null;
        Unit unit = null;
        int length = 0;
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (child) {
                case "Mode" -> mode = RetentionMode.find(xml.text().strip()).orElseThrow(XmlRequestBody::malformed);
                case "Days", "Years" -> {
                    if (unit != null) {
                        throw XmlRequestBody.malformed();
                    }
                    unit = child.equals("Days") ? Unit.DAYS : Unit.YEARS;
                    length = XmlRequestBody.number(xml.text());
                }
                default -> throw XmlRequestBody.malformed();
            }
        }
        if (mode == null || unit == null) {
            throw XmlRequestBody.malformed();
        }
        if (length < 1 || length > (unit == Unit.DAYS ? MAX_DAYS : MAX_YEARS)) {
            throw new S3ErrorException(S3Error.of(
                    S3ErrorCode.INVALID_RETENTION_PERIOD,
                    "Default retention period must be a positive integer value, at most " + MAX_DAYS + " days or "
                            + MAX_YEARS + " years."));
        }
        return new DefaultRetention(mode, length, unit);
    }
}
