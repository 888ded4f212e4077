package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.file.StoredFile;
import org.jspecify.annotations.Nullable;

/** A part of a stored object: its offset in the object and its file. */
public record ObjectPart(
        int number,
        long offsetBytes,
        StoredFile file,
        @Nullable String checksum) {

    public long sizeBytes() {
        return file.sizeBytes();
    }
}
