package dev.ose.adapter.embedded.store;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import java.time.Instant;

/**
 * One version of an object, or a delete marker.
 *
 * @param rank identifies the version in the whole store; smaller is newer
 */
public record ObjectVersion(
        ObjectKey key,
        long rank,
        VersionId versionId,
        boolean isLatest,
        boolean isDeleteMarker,
        Instant modifiedAt,
        StoredContent content,
        ObjectDescription description) {

    /** Its owner with these settings of its bucket. */
    public StoreOwner owner(StoredBucket bucket) {
        return description.access().owner(bucket);
    }
}
