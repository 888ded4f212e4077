package dev.ose.s3.chunked;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The value of {@code Content-Encoding}, in which {@code aws-chunked} speaks of the request and not of the object.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming.html">Chunked uploads</a>
 */
public final class ContentCodings {

    /** The coding of a framed body. */
    public static final String AWS_CHUNKED = "aws-chunked";

    private ContentCodings() {}

    /** Whether the value contains the coding of a framed body. */
    public static boolean areChunked(String value) {
        return Arrays.stream(value.split(",", -1)).anyMatch(ContentCodings::isChunked);
    }

    /** The codings that are stored with the object; empty for none. */
    public static String withoutChunking(String value) {
        return Arrays.stream(value.split(",", -1))
                .filter(coding -> !isChunked(coding))
                .map(String::strip)
                .collect(Collectors.joining(","));
    }

    private static boolean isChunked(String coding) {
        return coding.strip().equalsIgnoreCase(AWS_CHUNKED);
    }
}
