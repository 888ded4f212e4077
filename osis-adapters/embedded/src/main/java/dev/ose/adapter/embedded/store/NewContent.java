package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.file.StoredFile;
import dev.ose.s3.ETag;
import dev.ose.s3.checksum.ObjectChecksum;
import org.jspecify.annotations.Nullable;

/** A file on disk that no row references yet. */
public record NewContent(
        StoredFile file, ETag etag, @Nullable ObjectChecksum checksum) {}
