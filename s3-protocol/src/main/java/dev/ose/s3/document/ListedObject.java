package dev.ose.s3.document;

import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.checksum.ChecksumType;
import dev.ose.s3.xml.XmlWriter;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An object in a listing.
 *
 * @param owner left out when null
 * @param checksum which checksum is kept of it; left out when null
 */
public record ListedObject(
        ObjectKey key,
        Instant lastModified,
        ETag tag,
        long sizeBytes,
        String storageClass,
        @Nullable Owner owner,
        @Nullable Checksum checksum) {

    /** The storage class of everything that was given no other. */
    public static final String STANDARD = "STANDARD";

    /** A checksum without its value, which listings lack. */
    public record Checksum(ChecksumAlgorithm algorithm, ChecksumType type) {}

    /** One of which nothing is known of checksums. */
    public ListedObject(
            ObjectKey key, Instant lastModified, ETag tag, long sizeBytes, String storageClass, @Nullable Owner owner) {
        this(key, lastModified, tag, sizeBytes, storageClass, owner, null);
    }

    /** Writes tag, checksum and size, in S3's order, into the open element. */
    void writeContent(XmlWriter xml) {
        xml.element("ETag", tag.quoted());
        if (checksum != null) {
            xml.element("ChecksumAlgorithm", checksum.algorithm.name()).element("ChecksumType", checksum.type.name());
        }
        xml.element("Size", sizeBytes);
    }
}
