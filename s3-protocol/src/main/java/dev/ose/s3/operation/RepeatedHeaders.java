package dev.ose.s3.operation;

/**
 * The headers that a request may repeat. The lines of a list are one list, in order and separated by commas (RFC 9110,
 * section 5.3), and signatures cover them so. Any other header of S3 has a single value: with a second line the
 * platform might use another value than the authorised one.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9110#section-5.3">RFC 9110, Field Order</a>
 */
public final class RepeatedHeaders {

    private static final String AMZ = "x-amz-";
    private static final String METADATA = "x-amz-meta-";

    private RepeatedHeaders() {}

    /** Whether several lines of this header have a meaning, or none has one; the name is in lower case. */
    public static boolean areAccepted(String name) {
        return switch (name) {
            // aws-sdk-go-v2 sends a line for each value.
            case "x-amz-object-attributes", "x-amz-optional-object-attributes" -> true;
            case "x-amz-grant-full-control",
                    "x-amz-grant-read",
                    "x-amz-grant-read-acp",
                    "x-amz-grant-write",
                    "x-amz-grant-write-acp" -> true;
            case "access-control-request-method",
                    "content-disposition",
                    "content-md5",
                    "content-range",
                    "content-type",
                    "expires",
                    "if-modified-since",
                    "if-range",
                    "if-unmodified-since",
                    "origin",
                    "range" -> false;
            default -> !name.startsWith(AMZ) || name.startsWith(METADATA);
        };
    }
}
