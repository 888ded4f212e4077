package dev.ose.osis.model;

import org.jspecify.annotations.Nullable;

/** The answer to {@code getBucketLoggingId} of services that do not answer the bare id. */
public record LoggingId(@Nullable String loggingId) {}
