package dev.ose.s3;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The key of an object: 1 to 1024 bytes of UTF-8 without NUL, ordered by those bytes as S3 lists them. Slashes, dot
 * segments and control characters are ordinary characters here, see
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/object-keys.html">object keys</a>.
 * The constructor throws {@link IllegalArgumentException} for any other text.
 */
public record ObjectKey(String value) implements Comparable<ObjectKey> {

    /** The longest key in bytes of UTF-8. */
    public static final int MAX_BYTES = 1024;

    public ObjectKey {
        if (!isValid(value)) {
            throw new IllegalArgumentException("not an object key");
        }
    }

    /** The key in {@code text}, or empty when it is too short, too long, has a NUL or an unpaired surrogate. */
    public static Optional<ObjectKey> parse(String text) {
        return isValid(text) ? Optional.of(new ObjectKey(text)) : Optional.empty();
    }

    /** The key that these bytes spell in UTF-8, or empty when they are not valid UTF-8 or not a key. */
    public static Optional<ObjectKey> ofUtf8(byte[] bytes) {
        if (bytes.length > MAX_BYTES) {
            return Optional.empty();
        }
        return UriEncoding.utf8Text(bytes).flatMap(ObjectKey::parse);
    }

    /** A fresh array of the key's bytes. */
    public byte[] utf8() {
        return value.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Whether a segment between slashes is {@code .} or {@code ..}: legal in S3, yet a platform or balancer that
     * normalises paths would turn it into another key.
     */
    public boolean hasDotSegment() {
        int start = 0;
        while (start <= value.length()) {
            int slash = value.indexOf('/', start);
            int end = slash < 0 ? value.length() : slash;
            String segment = value.substring(start, end);
            if (segment.equals(".") || segment.equals("..")) {
                return true;
            }
            start = end + 1;
        }
        return false;
    }

    @Override
    public int compareTo(ObjectKey other) {
        return compareUtf8(value, other.value);
    }

    /** Compares two texts by the unsigned bytes of their UTF-8 form without encoding them. */
    public static int compareUtf8(String left, String right) {
        int length = Math.min(left.length(), right.length());
        for (int i = 0; i < length; i++) {
            char a = left.charAt(i);
            char b = right.charAt(i);
            if (a != b) {
                boolean bothOrNone = Character.isSurrogate(a) == Character.isSurrogate(b);
                // A surrogate stands for a code point above every other char, although its unit is smaller.
                return bothOrNone ? Character.compare(a, b) : Character.isSurrogate(a) ? 1 : -1;
            }
        }
        return Integer.compare(left.length(), right.length());
    }

    @Override
    public String toString() {
        return value;
    }

    private static boolean isValid(String text) {
        if (text.isEmpty() || text.length() > MAX_BYTES || text.indexOf('\0') >= 0) {
            return false;
        }
        int length = utf8Length(text);
        return length >= 0 && length <= MAX_BYTES;
    }

    /**
     * The bytes of its UTF-8 form, counted rather than made: listings have a thousand keys. Negative for an unpaired
     * surrogate.
     */
    private static int utf8Length(String text) {
        int length = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isSurrogate(c)) {
                if (i + 1 == text.length() || !Character.isSurrogatePair(c, text.charAt(i + 1))) {
                    return -1;
                }
                i++;
                length += 4;
            } else {
                length += c < 0x80 ? 1 : c < 0x800 ? 2 : 3;
            }
        }
        return length;
    }
}
