package dev.ose.adapter;

import org.jspecify.annotations.Nullable;

/**
 * A bound on what may be stored.
 *
 * @param maxBytes most bytes; absent means no bound
 * @param maxObjects most objects; absent means no bound
 */
public record PlatformQuota(
        @Nullable Long maxBytes, @Nullable Long maxObjects) {

    /** No bound at all. */
    public static final PlatformQuota NONE = new PlatformQuota(null, null);

    public PlatformQuota {
        if ((maxBytes != null && maxBytes < 0) || (maxObjects != null && maxObjects < 0)) {
            throw new IllegalArgumentException("a quota is not negative");
        }
    }
}
