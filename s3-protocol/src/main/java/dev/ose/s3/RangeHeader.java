package dev.ose.s3;

import java.util.Optional;

/**
 * The Range header of a read, in one of the three forms that S3 serves. Anything else, several ranges included, is
 * ignored as <a href="https://www.rfc-editor.org/rfc/rfc9110#section-14.2">RFC 9110</a> allows, so the whole object is
 * sent.
 */
public sealed interface RangeHeader {

    /** {@code bytes=first-last}. */
    record Closed(long first, long last) implements RangeHeader {}

    /** {@code bytes=first-}. */
    record Open(long first) implements RangeHeader {}

    /** {@code bytes=-length}, the last bytes. */
    record Suffix(long lengthBytes) implements RangeHeader {}

    /** The range in the header, or empty when the header is to be ignored. Never throws. */
    static Optional<RangeHeader> parse(String header) {
        String text = header.strip();
        int equals = text.indexOf('=');
        if (equals < 0 || !text.substring(0, equals).strip().equalsIgnoreCase("bytes")) {
            return Optional.empty();
        }
        String range = text.substring(equals + 1).strip();
        int dash = range.indexOf('-');
        if (dash < 0) {
            return Optional.empty();
        }
        String first = range.substring(0, dash).strip();
        String last = range.substring(dash + 1).strip();
        if (first.isEmpty()) {
            return isNumber(last) ? Optional.of(new Suffix(saturated(last))) : Optional.empty();
        }
        if (!isNumber(first)) {
            return Optional.empty();
        }
        if (last.isEmpty()) {
            return Optional.of(new Open(saturated(first)));
        }
        return isNumber(last) && saturated(first) <= saturated(last)
                ? Optional.of(new Closed(saturated(first), saturated(last)))
                : Optional.empty();
    }

    /** The bytes to send of an object of this size, or empty when none can be: {@code InvalidRange}. */
    default Optional<ByteRange> resolve(long sizeBytes) {
        long end = sizeBytes - 1;
        long first =
                switch (this) {
                    case Closed closed -> closed.first();
                    case Open open -> open.first();
                    case Suffix suffix ->
                        suffix.lengthBytes() == 0 ? sizeBytes : Math.max(0, sizeBytes - suffix.lengthBytes());
                };
        long last =
                switch (this) {
                    case Closed closed -> Math.min(closed.last(), end);
                    case Open _, Suffix _ -> end;
                };
        return first > end ? Optional.empty() : Optional.of(new ByteRange(first, last));
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** A number beyond every object is as good as the largest. */
    private static long saturated(String digits) {
        long number = ByteRange.offset(digits.length() > 1 ? digits.replaceFirst("^0+(?=.)", "") : digits);
        return number < 0 ? Long.MAX_VALUE : number;
    }
}
