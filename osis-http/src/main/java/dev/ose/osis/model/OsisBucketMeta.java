package dev.ose.osis.model;

import org.jspecify.annotations.Nullable;

/**
 * A bucket of a tenant.
 *
 * @param creationDate as ISO 8601
 * @param userId its owner
 */
public record OsisBucketMeta(
        @Nullable String name,
        @Nullable String creationDate,
        @Nullable String userId) {}
