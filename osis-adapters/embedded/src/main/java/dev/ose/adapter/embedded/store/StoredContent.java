package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.file.StoredFile;
import dev.ose.s3.ETag;
import dev.ose.s3.checksum.ObjectChecksum;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an object's version.
 *
 * @param file the file of the bytes; null for a delete marker and for an object in parts
 * @param partCount number of parts; 0 if the object was not a multipart upload
 */
public record StoredContent(
        long sizeBytes,
        ETag etag,
        @Nullable StoredFile file,
        int partCount,
        @Nullable ObjectChecksum checksum) {

    /** All bytes in one file. */
    static StoredContent of(NewContent content) {
        StoredFile file = content.file();
        return new StoredContent(file.sizeBytes(), content.etag(), file, 0, content.checksum());
    }
}
