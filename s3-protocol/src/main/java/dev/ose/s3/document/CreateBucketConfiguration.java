package dev.ose.s3.document;

import dev.ose.s3.xml.XmlReader;
import dev.ose.s3.xml.XmlWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code CreateBucket}.
 *
 * @param locationConstraint the region, null when the body is empty or names none
 * @param tags those of the new bucket
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateBucketConfiguration.html">CreateBucketConfiguration</a>
 */
public record CreateBucketConfiguration(@Nullable String locationConstraint, Tagging tags) {

    private static final CreateBucketConfiguration EMPTY = new CreateBucketConfiguration(null, new Tagging(List.of()));

    /**
     * Reads a body of at most 64 KiB. Throws {@code MalformedXML}, for tags what {@link Tagging#read} throws, and
     * {@code NotImplemented} for properties of directory buckets, because another kind of bucket must not be created
     * instead.
     */
    public static CreateBucketConfiguration read(byte[] body) {
        if (body.length == 0) {
            return EMPTY;
        }
        return XmlRequestBody.read(
                body, XmlRequestBody.SMALL_BYTES, "CreateBucketConfiguration", CreateBucketConfiguration::content);
    }

    /** The document for a platform; empty, as none is needed, without a region and tags. */
    public byte[] toBytes() {
        if (equals(EMPTY)) {
            return new byte[0];
        }
        XmlWriter xml = Documents.start("CreateBucketConfiguration").optional("LocationConstraint", locationConstraint);
        if (!tags.tags().isEmpty()) {
            xml.start("Tags");
            tags.write(xml);
            xml.end();
        }
        return xml.end().toBytes();
    }

    private static CreateBucketConfiguration content(XmlReader xml) {
        String location = "";
        Tagging tags = EMPTY.tags;
        Once once = new Once();
        for (String child = xml.nextChild(); child != null; child = xml.nextChild()) {
            switch (once.of(child)) {
                case "LocationConstraint" -> location = xml.text().strip();
                case "Tags" -> tags = Tagging.list(xml).checked(Tagging.MAX_BUCKET_TAGS);
                case "Location", "Bucket" -> throw XmlRequestBody.notOffered(child);
                default -> throw XmlRequestBody.malformed();
            }
        }
        return new CreateBucketConfiguration(location.isEmpty() ? null : location, tags);
    }
}
