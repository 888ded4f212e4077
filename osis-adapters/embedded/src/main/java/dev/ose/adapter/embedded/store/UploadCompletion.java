package dev.ose.adapter.embedded.store;

import dev.ose.s3.ETag;
import dev.ose.s3.VersionId;
import dev.ose.s3.checksum.ObjectChecksum;
import org.jspecify.annotations.Nullable;

/** What completing an upload made. */
public record UploadCompletion(
        VersionId versionId, ETag etag, @Nullable ObjectChecksum checksum) {}
