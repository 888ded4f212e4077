package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.file.StoredFile;
import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.s3.checksum.ObjectChecksum;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One version of an object, or a delete marker.
 *
 * @param rank identifies the version in the whole store; smaller is newer
 * @param file the file of its bytes; null for a delete marker and for an object in parts
 * @param partCount number of parts; 0 if the object was not a multipart upload
 */
public record ObjectVersion(
        ObjectKey key,
        long rank,
        VersionId versionId,
        boolean isLatest,
        boolean isDeleteMarker,
        long sizeBytes,
        ETag etag,
        Instant modifiedAt,
        @Nullable StoredFile file,
        int partCount,
        ObjectDescription description,
        @Nullable ObjectChecksum checksum) {

    /** Its owner with these settings of its bucket. */
    public StoreOwner owner(StoredBucket bucket) {
        return description.access().owner(bucket);
    }
}
