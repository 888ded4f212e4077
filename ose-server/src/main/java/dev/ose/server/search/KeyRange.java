package dev.ose.server.search;

import dev.ose.s3.ObjectKey;
import dev.ose.server.search.Filter.Relation;
import java.util.Optional;

/**
 * The keys among which all that a filter finds must be: what keeps a search from reading whole buckets.
 *
 * @param from the lowest key; empty for no limit
 * @param below the lowest key behind the range; absent for no limit
 */
public record KeyRange(String from, Optional<String> below) {

    private static final KeyRange ALL = new KeyRange("", Optional.empty());

    /** The narrowest range that can be told without looking at an alternative. */
    public static KeyRange of(Filter filter) {
        return switch (filter) {
            case Filter.All all -> all.parts().stream().map(KeyRange::of).reduce(ALL, KeyRange::and);
            case Filter.Key(Relation relation, String value) ->
                switch (relation) {
                    case EQUAL -> new KeyRange(value, Optional.of(value + '\u0001'));
                    case LESS -> new KeyRange("", Optional.of(value));
                    case AT_MOST -> new KeyRange("", Optional.of(value + '\u0001'));
                    case MORE, AT_LEAST -> new KeyRange(value, Optional.empty());
                    case DIFFERENT -> ALL;
                };
            case Filter.KeyLike(Glob pattern, boolean wanted) -> wanted ? startingWith(pattern.prefix()) : ALL;
            case Filter.Any any -> ALL;
            case Filter.Size size -> ALL;
            case Filter.Modified modified -> ALL;
            case Filter.Tag tag -> ALL;
            case Filter.BucketLike like -> ALL;
            case Filter.OwnerLike like -> ALL;
        };
    }

    private static KeyRange startingWith(String prefix) {
        return new KeyRange(prefix, behind(prefix));
    }

    /** The lowest text behind all that start with the prefix, in the order of UTF-8; none if there is no such text. */
    private static Optional<String> behind(String prefix) {
        int[] points = prefix.codePoints().toArray();
        for (int last = points.length - 1; last >= 0; last--) {
            if (points[last] < Character.MAX_CODE_POINT) {
                int next = points[last] + 1;
                // Surrogates are no characters: behind U+D7FF comes U+E000.
                int point = next >= Character.MIN_SURROGATE && next <= Character.MAX_SURROGATE
                        ? Character.MAX_SURROGATE + 1
                        : next;
                return Optional.of(new String(points, 0, last) + Character.toString(point));
            }
        }
        return Optional.empty();
    }

    private KeyRange and(KeyRange other) {
        String higher = ObjectKey.compareUtf8(from, other.from) >= 0 ? from : other.from;
        Optional<String> lower = below.isEmpty()
                        || other.below
                                .filter(end -> ObjectKey.compareUtf8(end, below.get()) < 0)
                                .isPresent()
                ? other.below
                : below;
        return new KeyRange(higher, lower);
    }
}
