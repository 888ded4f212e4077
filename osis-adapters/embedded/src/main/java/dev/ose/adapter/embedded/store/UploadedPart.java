package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.file.StoredFile;
import dev.ose.s3.ETag;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A part of an upload in progress.
 *
 * @param checksum in base64, of the upload's algorithm, or of the part's own if the upload has none; null if neither
 *     has any
 */
public record UploadedPart(
        int number,
        ETag etag,
        Instant modifiedAt,
        StoredFile file,
        @Nullable String checksum) {

    public long sizeBytes() {
        return file.sizeBytes();
    }
}
