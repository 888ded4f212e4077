package dev.ose.server.catalog;

import dev.ose.s3.ObjectKey;
import java.util.Optional;

/**
 * Keys that stand together in the order of their bytes.
 *
 * @param from the lowest key; empty for no limit
 * @param below the lowest key behind the range; absent for no limit
 */
public record KeyRange(String from, Optional<String> below) {

    private static final String LOWEST = "\u0001";

    /** Every key. */
    public static final KeyRange ALL = from("");

    /** One key alone. */
    public static KeyRange only(String key) {
        return new KeyRange(key, Optional.of(next(key)));
    }

    /** The keys behind one, or all for an empty text. No key has a NUL: nothing stands between a key and this one. */
    public static KeyRange behind(String key) {
        return key.isEmpty() ? ALL : from(next(key));
    }

    /** The keys that are not below a text. */
    public static KeyRange from(String text) {
        return new KeyRange(text, Optional.empty());
    }

    /** The lowest text behind a key. */
    public static String next(String key) {
        return key + LOWEST;
    }

    /** Whether a text is where a range may begin: at the start, at a key, or next behind one. */
    public static boolean isPlace(String text) {
        String key = text.endsWith(LOWEST) ? text.substring(0, text.length() - LOWEST.length()) : text;
        return key.isEmpty() || ObjectKey.parse(key).isPresent();
    }

    /** The keys that start with a prefix. */
    public static KeyRange startingWith(String prefix) {
        return new KeyRange(prefix, behindAll(prefix));
    }

    /** The lowest text behind all that start with the prefix, in the order of UTF-8; none if there is no such text. */
    private static Optional<String> behindAll(String prefix) {
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

    /** The keys of both. */
    public KeyRange and(KeyRange other) {
        String higher = ObjectKey.compareUtf8(from, other.from) >= 0 ? from : other.from;
        Optional<String> lower = below.isEmpty()
                        || other.below
                                .filter(end -> ObjectKey.compareUtf8(end, below.get()) < 0)
                                .isPresent()
                ? other.below
                : below;
        return new KeyRange(higher, lower);
    }

    /** Whether it has room for one key only, {@link #from}. */
    public boolean isOneKey() {
        return !from.isEmpty() && below.filter(next(from)::equals).isPresent();
    }

    /** Whether a key is one of them. */
    public boolean contains(String key) {
        return ObjectKey.compareUtf8(key, from) >= 0
                && (below.isEmpty() || ObjectKey.compareUtf8(key, below.get()) < 0);
    }
}
