package dev.ose.s3.document;

import dev.ose.s3.xml.XmlReader;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code CreateBucket}.
 *
 * @param locationConstraint the region, null when the body is empty or names none
 */
public record CreateBucketConfiguration(@Nullable String locationConstraint) {

    /** Reads a body of at most 64 KiB; throws {@code MalformedXML}. Elements that we do not know are passed over. */
    public static CreateBucketConfiguration read(byte[] body) {
        if (body.length == 0) {
            return new CreateBucketConfiguration(null);
        }
        return RequestBody.read(
                body, RequestBody.SMALL_BYTES, "CreateBucketConfiguration", CreateBucketConfiguration::content);
    }

    private static CreateBucketConfiguration content(XmlReader xml) {
        String location = null;
        Once once = new Once();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            if (once.of(child).equals("LocationConstraint")) {
                location = xml.text().strip();
            } else {
                xml.skip();
            }
        }
        return new CreateBucketConfiguration(location == null || location.isEmpty() ? null : location);
    }
}
