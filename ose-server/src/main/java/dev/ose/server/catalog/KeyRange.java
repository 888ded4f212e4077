package dev.ose.server.catalog;

import dev.ose.s3.ObjectKey;
import java.util.Optional;

/**
 * A contiguous range of keys in byte order.
 *
 * @param from the lowest key; empty for no lower bound
 * @param below the exclusive upper bound; absent for none
 */
public record KeyRange(String from, Optional<String> below) {

    private static final String LOWEST = "\u0001";

    /** Every key. */
    public static final KeyRange ALL = from("");

    /** A single key. */
    public static KeyRange only(String key) {
        return new KeyRange(key, Optional.of(next(key)));
    }

    /**
     * The keys after {@code key}; all for an empty text. Keys contain no NUL, so no key lies between {@code key} and
     * the lower bound.
     */
    public static KeyRange behind(String key) {
        return key.isEmpty() ? ALL : from(next(key));
    }

    /** The keys that are not less than {@code text}. */
    public static KeyRange from(String text) {
        return new KeyRange(text, Optional.empty());
    }

    /** The lowest possible key after {@code key}. */
    public static String next(String key) {
        return key + LOWEST;
    }

    /** Whether {@code text} is a valid lower bound: empty, a key, or the {@linkplain #next successor} of a key. */
    public static boolean isPlace(String text) {
        String key = text.endsWith(LOWEST) ? text.substring(0, text.length() - LOWEST.length()) : text;
        return key.isEmpty() || ObjectKey.parse(key).isPresent();
    }

    /** The keys that start with a prefix. */
    public static KeyRange startingWith(String prefix) {
        return new KeyRange(prefix, behindAll(prefix));
    }

    /** The lowest text after all that start with the prefix, in UTF-8 byte order; empty if there is none. */
    private static Optional<String> behindAll(String prefix) {
        int[] points = prefix.codePoints().toArray();
        for (int last = points.length - 1; last >= 0; last--) {
            if (points[last] < Character.MAX_CODE_POINT) {
                int next = points[last] + 1;
                // Surrogates are not characters: U+D7FF is followed by U+E000.
                int point = next >= Character.MIN_SURROGATE && next <= Character.MAX_SURROGATE
                        ? Character.MAX_SURROGATE + 1
                        : next;
                return Optional.of(new String(points, 0, last) + Character.toString(point));
            }
        }
        return Optional.empty();
    }

    /** The intersection of both ranges. */
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

    /** Whether the range can contain only the key {@link #from}. */
    public boolean isOneKey() {
        return !from.isEmpty() && below.filter(next(from)::equals).isPresent();
    }

    /** Whether the key is in the range. */
    public boolean contains(String key) {
        return ObjectKey.compareUtf8(key, from) >= 0
                && (below.isEmpty() || ObjectKey.compareUtf8(key, below.get()) < 0);
    }
}
