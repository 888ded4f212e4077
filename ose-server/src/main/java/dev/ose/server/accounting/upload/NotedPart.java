package dev.ose.server.accounting.upload;

/** A stored part as it is recorded. */
public record NotedPart(long bytes, PartChecksum checksum) {

    /** A part of which only the size is known. */
    public static NotedPart ofSize(long bytes) {
        return new NotedPart(bytes, new PartChecksum.Unknown());
    }
}
