package dev.ose.server.http.framing;

import dev.ose.s3.error.S3Error;
import dev.ose.s3.error.S3ErrorCode;

/** A framing fault of a request, and the answer to it. */
public enum FramingFault {
    METHOD(405, S3ErrorCode.METHOD_NOT_ALLOWED, "The method is not supported."),
    REQUEST_LINE(400, S3ErrorCode.BAD_REQUEST, "The request line is malformed."),
    TARGET(400, S3ErrorCode.INVALID_URI, "The request target is not a path and query in valid URI encoding."),
    VERSION(505, S3ErrorCode.BAD_REQUEST, "The protocol is neither HTTP/1.1 nor HTTP/1.0."),
    HOST(400, S3ErrorCode.INVALID_HOST_HEADER, "A request needs exactly one valid Host header."),
    LENGTH(400, S3ErrorCode.BAD_REQUEST, "The Content-Length is repeated or not a plain number of at most 15 digits."),
    CODING(501, S3ErrorCode.NOT_IMPLEMENTED, "No transfer coding but \"chunked\" is implemented."),
    CODING_IN_DOUBT(400, S3ErrorCode.BAD_REQUEST, "A Transfer-Encoding cannot be combined with this request."),
    HEAD_SIZE(400, S3ErrorCode.REQUEST_HEADER_SECTION_TOO_LARGE, "The head of the request exceeds 16 KiB."),
    HEADER_COUNT(400, S3ErrorCode.REQUEST_HEADER_SECTION_TOO_LARGE, "The request has more than 100 headers."),
    HEADER_NAME(400, S3ErrorCode.BAD_REQUEST, "A header name is malformed."),
    HEADER_VALUE(400, S3ErrorCode.BAD_REQUEST, "A header value has a control character."),
    FOLDING(400, S3ErrorCode.BAD_REQUEST, "A header is folded over several lines."),
    LINE_END(400, S3ErrorCode.BAD_REQUEST, "A line does not end in CR LF."),
    EXPECTATION(417, S3ErrorCode.BAD_REQUEST, "No expectation but \"100-continue\" can be met."),
    UPGRADE(400, S3ErrorCode.BAD_REQUEST, "The connection cannot change its protocol."),
    CHUNK(400, S3ErrorCode.BAD_REQUEST, "A chunk is malformed."),
    TRAILER(400, S3ErrorCode.BAD_REQUEST, "The trailers are too many, too large or not allowed.");

    private final int status;
    private final S3ErrorCode code;
    private final String message;

    FramingFault(int status, S3ErrorCode code, String message) {
        this.status = status;
        this.code = code;
        this.message = message;
    }

    public int status() {
        return status;
    }

    public S3Error error() {
        return S3Error.of(code, message);
    }
}
