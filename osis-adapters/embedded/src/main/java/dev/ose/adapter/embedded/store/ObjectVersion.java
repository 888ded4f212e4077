package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.file.FileId;
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
 * @param file where the bytes are; null for a delete marker and for an object in parts
 * @param partCount how many parts the object was uploaded in; 0 if it was uploaded in one piece
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
        @Nullable FileId file,
        int partCount,
        ObjectDescription description,
        @Nullable ObjectChecksum checksum) {

    /** Whose it is, as long as its bucket is like this. */
    public StoreOwner owner(StoredBucket bucket) {
        return description.access().owner(bucket);
    }
}
