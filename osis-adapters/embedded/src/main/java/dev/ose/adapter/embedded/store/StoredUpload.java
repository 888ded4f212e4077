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
 * @param checksum which checksum its parts carry, null if none was asked for
 */
public record StoredUpload(
        UploadId id,
        ObjectKey key,
        StoreOwner initiator,
        Instant initiatedAt,
        ObjectDescription description,
        @Nullable ChecksumKind checksum) {

    /** Whose the object will be, as long as its bucket is like this. */
    public StoreOwner owner(StoredBucket bucket) {
        return description.access().owner(bucket);
    }

    /** A checksum without its value. */
    public record ChecksumKind(ChecksumAlgorithm algorithm, ChecksumType type) {}
}
