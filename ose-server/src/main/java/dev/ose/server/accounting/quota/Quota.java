package dev.ose.server.accounting.quota;

import org.jspecify.annotations.Nullable;

/**
 * Limits on storage; null for no limit. Data that is stored already stays, even above the limit.
 *
 * @param maxBytes all versions, and parts of multipart uploads that are neither complete nor aborted
 * @param maxObjects newest versions
 */
public record Quota(
        @Nullable Long maxBytes,
        @Nullable Long maxObjects,
        @Nullable Long maxBuckets) {

    /** No limit at all. */
    public static final Quota NONE = new Quota(null, null, null);

    public Quota {
        if (isNegative(maxBytes) || isNegative(maxObjects) || isNegative(maxBuckets)) {
            throw new IllegalArgumentException("a quota is not negative");
        }
    }

    private static boolean isNegative(@Nullable Long limit) {
        return limit != null && limit < 0;
    }

    /** Whether nothing is limited. */
    public boolean isNone() {
        return maxBytes == null && maxObjects == null && maxBuckets == null;
    }
}
