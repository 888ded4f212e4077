package dev.ose.s3.operation;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import java.util.List;

/**
 * Dates as conditions of writes. RFC 9110 has them for every method, S3 for reads only. A platform that overlooks one deletes
 * or overwrites what the client wants to keep, so each is {@code NotImplemented} by name before anything is done. Conditions
 * of S3's own are in {@link AmzHeaders}.
 */
final class UnofferedConditions {

    private static final List<String> DATES = List.of("if-modified-since", "if-unmodified-since");

    /** Would make a PUT a partial one, which RFC 9110, section 14.5, has a server refuse that does not know it. */
    private static final List<String> RANGES = List.of("content-range");

    /**
     * Conditions of PutObject, CopyObject and CompleteMultipartUpload alone. See
     * <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes-enforce.html">Enforce conditional
     * writes</a>, which names the requests that take none.
     */
    private static final List<String> TAGS = List.of("if-match", "if-none-match");

    private UnofferedConditions() {}

    /** Refuses those of a request that completes an upload or deletes an object. */
    static void refuse(HeaderLookup headers) {
        refuse(headers, DATES);
    }

    /** Refuses those of a request that stores an object, and a range of it. */
    static void refuseOfWrite(HeaderLookup headers) {
        refuse(headers, DATES);
        refuse(headers, RANGES);
    }

    /** Refuses those of a request that begins an upload in parts or stores a part, and a range of it. */
    static void refuseOfUpload(HeaderLookup headers) {
        refuseOfWrite(headers);
        refuse(headers, TAGS);
    }

    private static void refuse(HeaderLookup headers, List<String> names) {
        for (String name : names) {
            if (headers.get(name) != null) {
                throw RequestArguments.refused(
                        S3Error.of(S3ErrorCode.NOT_IMPLEMENTED).with("Header", name));
            }
        }
    }
}
