package dev.ose.server.event;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One change of one object, as its row saw it.
 *
 * @param id grows with each change of the key
 * @param sizeBytes null if the object was removed
 * @param etag of what was written or removed, without quotes
 * @param versionId of what was written or removed; null in a bucket without versions
 */
public record ObjectEvent(
        long id,
        Instant at,
        BucketName bucket,
        ObjectKey key,
        @Nullable Long sizeBytes,
        String etag,
        @Nullable String versionId) {

    private static final String UNVERSIONED = "null";

    /** The name that S3 has for it. */
    public String name() {
        if (sizeBytes != null) {
            // Such a tag has the number of parts behind a dash.
            return etag.contains("-") ? "ObjectCreated:CompleteMultipartUpload" : "ObjectCreated:Put";
        }
        return versionId == null || versionId.equals(UNVERSIONED)
                ? "ObjectRemoved:Delete"
                : "ObjectRemoved:DeleteMarkerCreated";
    }
}
