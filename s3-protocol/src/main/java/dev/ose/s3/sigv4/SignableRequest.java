package dev.ose.s3.sigv4;

import java.util.List;

/**
 * The parts of an HTTP request that a signature covers, exactly as they were on the wire.
 *
 * <p>Each character of each string stands for one byte (ISO-8859-1). Nothing is decoded, normalised or re-cased, except
 * that header names are lower-case. Implementations answer from memory; they never block.
 */
public interface SignableRequest {

    /** The method as sent, for instance {@code GET}. */
    String method();

    /** The path of the request target as sent, still percent-encoded. */
    String rawPath();

    /** The query of the request target as sent, without the question mark; empty if there is none. */
    String rawQuery();

    /** The values of a header in arrival order; empty if the request does not have it. */
    List<String> headerValues(String lowerCaseName);

    /** The lower-case names of all headers of the request, each at least once, in any order. */
    Iterable<String> headerNames();
}
