package dev.ose.adapter.embedded.store;

import dev.ose.adapter.embedded.file.FileId;
import org.jspecify.annotations.Nullable;

/** A piece of a stored object: its place in the object and the file that holds it. */
public record ObjectPart(
        int number,
        long offsetBytes,
        long sizeBytes,
        FileId file,
        @Nullable String checksum) {}
