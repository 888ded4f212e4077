package dev.ose.osis.model;

import org.jspecify.annotations.Nullable;

/** What is stored. Services answer zero for what they do not know. */
public record OsisUsage(
        @Nullable Long bucketCount,
        @Nullable Long objectCount,
        @Nullable Long totalBytes,
        @Nullable Long availableBytes,
        @Nullable Long usedBytes) {}
