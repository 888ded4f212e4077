package dev.ose.s3.form;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.error.S3ErrorException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * What stands between the parts of a form.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc2046#section-5.1.1">RFC 2046, section 5.1.1</a>
 */
public final class FormBoundary {

    private static final int MAX_CHARACTERS = 70;
    private static final String PARAMETER = "boundary=";

    private final String text;
    private final byte[] delimiter;

    private FormBoundary(String text) {
        this.text = text;
        this.delimiter = ("\r\n--" + text).getBytes(StandardCharsets.ISO_8859_1);
    }

    /** The boundary that a content type names; {@code MalformedPOSTRequest} if it names none. */
    public static FormBoundary of(String contentType) {
        for (String parameter : contentType.split(";", -1)) {
            String stripped = parameter.strip();
            if (stripped.toLowerCase(Locale.ROOT).startsWith(PARAMETER)) {
                return new FormBoundary(required(stripped.substring(PARAMETER.length())));
            }
        }
        throw malformed();
    }

    private static String required(String value) {
        boolean isQuoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
        String bare = isQuoted ? value.substring(1, value.length() - 1) : value;
        boolean valid = !bare.isEmpty()
                && bare.length() <= MAX_CHARACTERS
                && bare.chars().allMatch(c -> c >= ' ' && c < 0x7f);
        if (!valid) {
            throw malformed();
        }
        return bare;
    }

    /** The line that opens the first part, without its end. */
    String opening() {
        return "--" + text;
    }

    /** The delimiter of a part, which includes the line break before a boundary. */
    String delimiter() {
        return "\r\n--" + text;
    }

    /** Length of what ends the last part of a form, and with it the form. */
    public int endBytes() {
        return delimiter.length + "--\r\n".length();
    }

    /** Length of what ends a part. */
    public int delimiterBytes() {
        return delimiter.length;
    }

    /**
     * Where the delimiter begins among the remaining bytes; if it is not there whole, where it might begin: every byte
     * before that belongs to the part for certain.
     */
    public Find find(ByteBuffer bytes) {
        for (int at = bytes.position(); at < bytes.limit(); at++) {
            if (bytes.get(at) == '\r') {
                int same = 1;
                while (same < delimiter.length
                        && at + same < bytes.limit()
                        && bytes.get(at + same) == delimiter[same]) {
                    same++;
                }
                if (same == delimiter.length) {
                    return new Find(at, true);
                }
                if (at + same == bytes.limit()) {
                    return new Find(at, false);
                }
            }
        }
        return new Find(bytes.limit(), false);
    }

    /**
     * Up to where bytes belong to the part.
     *
     * @param end absolute index in the buffer
     * @param isDelimiter whether the delimiter begins there, which is the end of the part
     */
    public record Find(int end, boolean isDelimiter) {}

    static S3ErrorException malformed() {
        return new S3ErrorException(S3Error.of(S3ErrorCode.MALFORMED_POST_REQUEST));
    }
}
