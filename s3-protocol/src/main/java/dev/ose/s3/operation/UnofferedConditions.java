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

    private UnofferedConditions() {}

    /** Refuses those of a request that stores or deletes an object. */
    static void refuse(HeaderLookup headers) {
        for (String name : DATES) {
            if (headers.get(name) != null) {
                throw RequestArguments.refused(
                        S3Error.of(S3ErrorCode.NOT_IMPLEMENTED).with("Header", name));
            }
        }
    }
}
