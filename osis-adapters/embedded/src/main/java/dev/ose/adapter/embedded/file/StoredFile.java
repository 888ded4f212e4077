package dev.ose.adapter.embedded.file;

import org.jspecify.annotations.Nullable;

/**
 * A file that is complete and on disk.
 *
 * @param sizeBytes the number of bytes before encryption
 * @param key null if the file is not encrypted
 */
public record StoredFile(
        FileId id, long sizeBytes, @Nullable SealedKey key) {}
