package dev.ose.adapter.embedded.store;

import dev.ose.s3.ETag;
import dev.ose.s3.VersionId;
import dev.ose.s3.checksum.ObjectChecksum;
import org.jspecify.annotations.Nullable;

/**
 * The result of completing an upload.
 *
 * @param isEncrypted whether the object is encrypted by SSE-S3
 */
public record UploadCompletion(
        VersionId versionId, ETag etag, @Nullable ObjectChecksum checksum, boolean isEncrypted) {}
