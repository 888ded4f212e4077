package dev.ose.server.catalog.listing;

import dev.ose.server.catalog.KeyRange;
import java.util.Optional;

/**
 * Which page is asked for.
 *
 * @param prefix of all keys that count; empty for every key
 * @param delimiter up to which keys are put together; empty for none
 * @param limit the most keys and common prefixes, at least 1
 * @param range where the page begins; empty behind everything
 */
public record ListingRequest(String prefix, String delimiter, int limit, Optional<KeyRange> range) {

    public ListingRequest {
        if (limit < 1) {
            throw new IllegalArgumentException("no page: " + limit);
        }
    }

    /** What comes behind a text, which need not be a key; empty for the first page. */
    public static ListingRequest behind(String prefix, String delimiter, int limit, String startAfter) {
        KeyRange range = KeyRange.startingWith(prefix).and(KeyRange.behind(startAfter));
        return new ListingRequest(prefix, delimiter, limit, Optional.of(range));
    }

    /** What comes behind an earlier page. */
    public static ListingRequest behind(String prefix, String delimiter, int limit, Position earlier) {
        Optional<KeyRange> range = earlier.behind().map(KeyRange.startingWith(prefix)::and);
        return new ListingRequest(prefix, delimiter, limit, range);
    }

    /** The common prefix that stands for a key of the range; empty if the key stands for itself. */
    Optional<String> group(String key) {
        int at = delimiter.isEmpty() ? -1 : key.indexOf(delimiter, prefix.length());
        return at < 0 ? Optional.empty() : Optional.of(key.substring(0, at + delimiter.length()));
    }
}
