package dev.ose.s3.operation;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * The target of a request line in origin form, cut at its first question mark and otherwise untouched.
 *
 * @param path begins with a slash, still encoded
 * @param query the text after the question mark, still encoded; null when there was no question mark
 */
public record RawTarget(String path, @Nullable String query) {

    /**
     * Cuts the target. Refuses with {@code InvalidURI} what is not in origin form, and a space, a control character, a
     * {@code #} or a char that is no octet anywhere in it.
     */
    public static Parsed<RawTarget> parse(String target) {
        boolean valid =
                target.startsWith("/") && target.chars().allMatch(c -> c > 0x20 && c != 0x7f && c <= 0xff && c != '#');
        if (!valid) {
            return Parsed.refuse(S3Error.of(S3ErrorCode.INVALID_URI));
        }
        int mark = target.indexOf('?');
        return Parsed.of(
                mark < 0
                        ? new RawTarget(target, null)
                        : new RawTarget(target.substring(0, mark), target.substring(mark + 1)));
    }
}
