package dev.ose.s3;

import java.time.Instant;

/**
 * The condition on a range: a client that resumes a download wants the rest of the object that it has a part of, and
 * all of any other.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-13.1.5">RFC 9110, If-Range</a>
 */
public final class IfRange {

    private IfRange() {}

    /**
     * Whether the object is still the one that the header names: by its tag in quotes, which must not be weak, or by
     * the very {@code Last-Modified} that was told of it. Anything else names no object, so that all of it is sent,
     * which is always right.
     */
    public static boolean holds(String header, ETag tag, Instant modifiedAt) {
        String named = header.strip();
        return named.equals(tag.quoted()) || named.equals(HttpDate.format(modifiedAt));
    }
}
