package dev.ose.s3.permission;

import java.util.Arrays;
import java.util.Optional;

/**
 * Whose the objects of a bucket are that others upload, and whether its ACLs count at all.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/about-object-ownership.html">Controlling
 *     ownership of objects</a>
 */
public enum ObjectOwnership {
    /** All are the bucket owner's, and ACLs are off. */
    BUCKET_OWNER_ENFORCED("BucketOwnerEnforced"),
    /** The bucket owner's if they are uploaded with {@code bucket-owner-full-control}, else the uploader's. */
    BUCKET_OWNER_PREFERRED("BucketOwnerPreferred"),
    /** The uploader's. */
    OBJECT_WRITER("ObjectWriter");

    /** The header by which a new bucket is given one. */
    public static final String HEADER = "x-amz-object-ownership";

    private final String text;

    ObjectOwnership(String text) {
        this.text = text;
    }

    /** The name in documents and headers. */
    public String text() {
        return text;
    }

    /** The one of that name. */
    public static Optional<ObjectOwnership> find(String text) {
        return Arrays.stream(values())
                .filter(ownership -> ownership.text.equals(text))
                .findFirst();
    }
}
