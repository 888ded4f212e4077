package dev.ose.s3;

import java.time.Instant;

/**
 * The condition on a range: a client that resumes a download requests the rest of the same object, or all of a changed
 * one.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-13.1.5">RFC 9110, If-Range</a>
 */
public final class IfRange {

    private IfRange() {}

    /**
     * Whether the object is unchanged: the header equals its strong ETag in quotes, or its exact {@code Last-Modified}.
     * False for any other value, so that the whole object is sent.
     */
    public static boolean holds(String header, ETag tag, Instant modifiedAt) {
        String named = header.strip();
        return named.equals(tag.quoted()) || named.equals(HttpDate.format(modifiedAt));
    }
}
