package dev.ose.adapter.embedded.store;

import java.util.List;

/**
 * A page of a listing.
 *
 * @param isTruncated whether further entries follow
 */
public record ListingPage<T>(List<Entry<T>> entries, boolean isTruncated) {

    public ListingPage {
        entries = List.copyOf(entries);
    }

    /** One line of a listing. */
    public sealed interface Entry<T> {}

    /** A listed item. */
    public record Item<T>(T value) implements Entry<T> {}

    /** A common prefix. */
    public record CommonPrefix<T>(String prefix) implements Entry<T> {}

    /** The items, in order. */
    public List<T> items() {
        return entries.stream()
                .<T>mapMulti((entry, out) -> {
                    if (entry instanceof Item<T>(T value)) {
                        out.accept(value);
                    }
                })
                .toList();
    }

    /** The common prefixes, in order. */
    public List<String> commonPrefixes() {
        return entries.stream()
                .<String>mapMulti((entry, out) -> {
                    if (entry instanceof CommonPrefix<T>(String prefix)) {
                        out.accept(prefix);
                    }
                })
                .toList();
    }
}
