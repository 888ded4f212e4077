package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.file.StoredFile;
import dev.ose.s3.ETag;
import dev.ose.s3.checksum.ObjectChecksum;
import org.jspecify.annotations.Nullable;

/** Bytes that are on disk and wait for a row. */
public record NewContent(
        StoredFile file, ETag etag, @Nullable ObjectChecksum checksum) {}
