package dev.ose.server.catalog.listing;

import dev.ose.server.catalog.KeyRange;
import java.util.Optional;

/**
 * A request for one page.
 *
 * @param prefix of the keys to list; empty for all
 * @param delimiter groups keys into common prefixes; empty for none
 * @param limit maximum number of keys and common prefixes, at least 1
 * @param range the keys to read; empty if nothing follows the earlier page
 */
public record ListingRequest(String prefix, String delimiter, int limit, Optional<KeyRange> range) {

    public ListingRequest {
        if (limit < 1) {
            throw new IllegalArgumentException("no page: " + limit);
        }
    }

    /** A page after {@code startAfter}, which need not be a key; empty for the first page. */
    public static ListingRequest behind(String prefix, String delimiter, int limit, String startAfter) {
        KeyRange range = KeyRange.startingWith(prefix).and(KeyRange.behind(startAfter));
        return new ListingRequest(prefix, delimiter, limit, Optional.of(range));
    }

    /** The page that follows an earlier one. */
    public static ListingRequest behind(String prefix, String delimiter, int limit, Position earlier) {
        Optional<KeyRange> range = earlier.behind().map(KeyRange.startingWith(prefix)::and);
        return new ListingRequest(prefix, delimiter, limit, range);
    }

    /** The common prefix that replaces the key on the page; empty if the key is listed itself. */
    Optional<String> group(String key) {
        int at = delimiter.isEmpty() ? -1 : key.indexOf(delimiter, prefix.length());
        return at < 0 ? Optional.empty() : Optional.of(key.substring(0, at + delimiter.length()));
    }
}
