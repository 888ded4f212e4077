package dev.ose.server.event;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.document.NotificationEvent;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One change of one object, as recorded with its row.
 *
 * @param id grows with each change of the key
 * @param sizeBytes null if the object was removed
 * @param etag of the version written or removed, without quotes
 * @param versionId of the version written or removed; null in an unversioned bucket
 * @param configuration id of the bucket notification configuration; null for the webhook's own terms
 */
public record ObjectEvent(
        long id,
        Instant at,
        BucketName bucket,
        ObjectKey key,
        @Nullable Long sizeBytes,
        String etag,
        @Nullable String versionId,
        @Nullable String configuration) {

    private static final String UNVERSIONED = "null";

    /** The S3 event name. */
    public String name() {
        return event().recordName();
    }

    private NotificationEvent event() {
        if (sizeBytes != null) {
            // The entity tag of a multipart upload has the number of parts after a dash.
            return etag.contains("-") ? NotificationEvent.COMPLETED : NotificationEvent.PUT;
        }
        return versionId == null || versionId.equals(UNVERSIONED)
                ? NotificationEvent.DELETED
                : NotificationEvent.HIDDEN;
    }
}
