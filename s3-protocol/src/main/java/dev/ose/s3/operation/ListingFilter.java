package dev.ose.s3.operation;

/**
 * What all four bucket listings have in common.
 *
 * @param prefix empty for every key
 * @param delimiter empty for no grouping
 * @param limit the most entries of one page, 0 to {@link #MAX_LIMIT}; a client's larger wish was clamped
 */
public record ListingFilter(String prefix, String delimiter, int limit, EncodingType encoding) {

    /** The largest page. */
    public static final int MAX_LIMIT = 1000;

    public ListingFilter {
        if (limit < 0 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("page limit out of 0..1000: " + limit);
        }
    }
}
