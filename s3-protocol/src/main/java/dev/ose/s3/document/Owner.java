package dev.ose.s3.document;

import org.jspecify.annotations.Nullable;

/**
 * Whom a bucket, object or upload belongs to.
 *
 * @param id the canonical id
 * @param displayName null to leave the element out
 */
public record Owner(String id, @Nullable String displayName) {}
