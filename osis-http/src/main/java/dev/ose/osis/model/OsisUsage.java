package dev.ose.osis.model;

import org.jspecify.annotations.Nullable;

/** Storage usage. Services report zero for unknown figures. */
public record OsisUsage(
        @Nullable Long bucketCount,
        @Nullable Long objectCount,
        @Nullable Long totalBytes,
        @Nullable Long availableBytes,
        @Nullable Long usedBytes) {}
