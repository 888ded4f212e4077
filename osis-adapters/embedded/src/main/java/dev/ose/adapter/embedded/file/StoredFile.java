package dev.ose.adapter.embedded.file;

/** A file that is complete and on disk. */
public record StoredFile(FileId id, long sizeBytes) {}
