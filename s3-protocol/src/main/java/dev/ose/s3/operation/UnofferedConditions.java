package dev.ose.s3.operation;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import java.util.List;

/**
 * Headers that make a write depend on something, or put it somewhere, and that general purpose buckets do not have. A
 * platform that overlooks one deletes or overwrites what the client wants to keep, so each is {@code NotImplemented} by name
 * before anything is done.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObject.html">DeleteObject</a>, which has the size
 *     and the time for directory buckets only
 */
final class UnofferedConditions {

    /** Dates are conditions of reads in S3; RFC 9110 has them for every method. */
    private static final List<String> OF_WRITES =
            List.of("if-modified-since", "if-unmodified-since", "x-amz-write-offset-bytes");

    private static final List<String> OF_DELETIONS = List.of(
            "if-modified-since", "if-unmodified-since", "x-amz-if-match-last-modified-time", "x-amz-if-match-size");

    private static final List<String> OF_ABORTS = List.of("x-amz-if-match-initiated-time");

    private UnofferedConditions() {}

    /** Refuses those of a request that stores an object. */
    static void refuseOfWrite(HeaderLookup headers) {
        refuse(headers, OF_WRITES);
    }

    /** Refuses those of a request that deletes an object. */
    static void refuseOfDeletion(HeaderLookup headers) {
        refuse(headers, OF_DELETIONS);
    }

    /** Refuses those of a request that ends an upload. */
    static void refuseOfAbort(HeaderLookup headers) {
        refuse(headers, OF_ABORTS);
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
