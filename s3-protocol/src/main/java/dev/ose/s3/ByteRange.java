package dev.ose.s3;

import java.util.Optional;

/** Bytes {@code first} to {@code last} of an object, both inclusive and zero-based; an impossible pair is refused. */
public record ByteRange(long first, long last) {

    private static final String UNIT = "bytes=";
    private static final int MAX_DIGITS = 18;

    public ByteRange {
        if (first < 0 || last < first) {
            throw new IllegalArgumentException("not a byte range: " + first + "-" + last);
        }
    }

    /** The range in {@code bytes=first-last}, the only form a copied part may have. Empty for any other text. */
    public static Optional<ByteRange> parse(String text) {
        int dash = text.indexOf('-');
        if (!text.startsWith(UNIT) || dash < 0) {
            return Optional.empty();
        }
        long first = offset(text.substring(UNIT.length(), dash));
        long last = offset(text.substring(dash + 1));
        return first < 0 || last < first ? Optional.empty() : Optional.of(new ByteRange(first, last));
    }

    /** The number of bytes in the range. */
    public long lengthBytes() {
        return last - first + 1;
    }

    /** The range as a request header writes it. */
    public String headerValue() {
        return UNIT + first + '-' + last;
    }

    /** The offset in {@code digits}; -1 when they are no number of at most 18 digits, which covers every object. */
    static long offset(String digits) {
        boolean valid = !digits.isEmpty()
                && digits.length() <= MAX_DIGITS
                && digits.chars().allMatch(c -> c >= '0' && c <= '9');
        return valid ? Long.parseLong(digits) : -1;
    }
}
