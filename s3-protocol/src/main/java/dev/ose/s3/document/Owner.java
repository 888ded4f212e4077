package dev.ose.s3.document;

import org.jspecify.annotations.Nullable;

/**
 * The owner of a bucket, object or upload.
 *
 * @param id the canonical id
 * @param displayName null to leave the element out
 */
public record Owner(String id, @Nullable String displayName) {}
