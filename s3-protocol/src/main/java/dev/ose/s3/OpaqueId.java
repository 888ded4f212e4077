package dev.ose.s3;

import java.util.regex.Pattern;

/**
 * The one rule for identifiers that a store hands out and a client echoes: short visible ASCII, safe in a header, and
 * without dot segments, which a store on a file system may follow out of the bucket.
 */
final class OpaqueId {

    private static final int MAX_LENGTH = 1024;

    private static final Pattern DOT_SEGMENT = Pattern.compile("(^|[/\\\\])\\.\\.?([/\\\\]|$)");

    private OpaqueId() {}

    static boolean isValid(String text) {
        return !text.isEmpty()
                && text.length() <= MAX_LENGTH
                && text.chars().allMatch(c -> c > 0x20 && c < 0x7f)
                && !DOT_SEGMENT.matcher(text).find();
    }
}
