package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.file.FileId;
import org.jspecify.annotations.Nullable;

/** A part of a stored object: its range in the object and its file. */
public record ObjectPart(
        int number,
        long offsetBytes,
        long sizeBytes,
        FileId file,
        @Nullable String checksum) {}
