package dev.ose.adapter.embedded.http;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import io.undertow.util.Headers;
import io.undertow.util.Protocols;
import java.util.Locale;
import java.util.Optional;

/** Refuses requests with ambiguous framing. The connection is closed after the answer. */
final class WireGuard {

    private static final int MAX_LENGTH_DIGITS = 15;

    private WireGuard() {}

    /** The error to answer without reading on; empty if the framing is valid. */
    static Optional<S3Error> refuse(HttpServerExchange exchange) {
        HeaderMap headers = exchange.getRequestHeaders();
        boolean isHttp1 = exchange.getProtocol().equals(Protocols.HTTP_1_1)
                || exchange.getProtocol().equals(Protocols.HTTP_1_0);
        if (!isHttp1) {
            return Optional.of(S3Error.of(S3ErrorCode.INVALID_REQUEST, "Speak HTTP/1.1."));
        }
        HeaderValues lengths = headers.get(Headers.CONTENT_LENGTH);
        if (lengths != null && (lengths.size() > 1 || !isLength(lengths.getFirst()))) {
            return Optional.of(S3Error.of(S3ErrorCode.INVALID_REQUEST, "The Content-Length is not a number."));
        }
        HeaderValues codings = headers.get(Headers.TRANSFER_ENCODING);
        if (codings != null) {
            boolean isChunked = codings.size() == 1
                    && codings.getFirst().toLowerCase(Locale.ROOT).equals("chunked");
            if (!isChunked || lengths != null) {
                return Optional.of(
                        S3Error.of(S3ErrorCode.NOT_IMPLEMENTED).with("Header", Headers.TRANSFER_ENCODING_STRING));
            }
        }
        HeaderValues expectations = headers.get(Headers.EXPECT);
        if (expectations != null && !expectations.getFirst().equalsIgnoreCase("100-continue")) {
            return Optional.of(S3Error.of(S3ErrorCode.INVALID_REQUEST, "The expectation cannot be met."));
        }
        return Optional.empty();
    }

    private static boolean isLength(String text) {
        return !text.isEmpty()
                && text.length() <= MAX_LENGTH_DIGITS
                && text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
