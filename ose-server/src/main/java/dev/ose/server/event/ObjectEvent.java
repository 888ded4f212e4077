package dev.ose.server.event;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One change of one object, as recorded with its row.
 *
 * @param id grows with each change of the key
 * @param sizeBytes null if the object was removed
 * @param etag of the version written or removed, without quotes
 * @param versionId of the version written or removed; null in an unversioned bucket
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

    /** The S3 event name. */
    public String name() {
        if (sizeBytes != null) {
            // The entity tag of a multipart upload has the number of parts after a dash.
            return etag.contains("-") ? "ObjectCreated:CompleteMultipartUpload" : "ObjectCreated:Put";
        }
        return versionId == null || versionId.equals(UNVERSIONED)
                ? "ObjectRemoved:Delete"
                : "ObjectRemoved:DeleteMarkerCreated";
    }
}
