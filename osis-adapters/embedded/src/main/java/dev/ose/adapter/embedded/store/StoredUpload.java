package dev.ose.adapter.embedded.store;

import dev.ose.s3.ObjectKey;
import dev.ose.s3.UploadId;
import dev.ose.s3.checksum.ChecksumAlgorithm;
import dev.ose.s3.checksum.ChecksumType;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A multipart upload in progress.
 *
 * @param checksum the checksum of its parts, null if none was requested
 */
public record StoredUpload(
        UploadId id,
        ObjectKey key,
        StoreOwner initiator,
        Instant initiatedAt,
        ObjectDescription description,
        @Nullable ChecksumKind checksum) {

    /** The owner of the future object with these settings of its bucket. */
    public StoreOwner owner(StoredBucket bucket) {
        return description.access().owner(bucket);
    }

    /** A checksum without its value. */
    public record ChecksumKind(ChecksumAlgorithm algorithm, ChecksumType type) {}
}
