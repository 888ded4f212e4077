package dev.ose.server.http.framing;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Validates the framing of one client connection from request to request and stops at the first ambiguous byte.
 * Stricter than RFC 9112: everything that two parsers might interpret differently is refused. Bodies are counted, not
 * inspected. Does no I/O; the result does not depend on how the bytes are split. Confined to one thread.
 */
public final class FramingGate {

    private static final int MAX_HEAD_BYTES = 16 * 1024;
    private static final int MAX_TRAILER_BYTES = 4 * 1024;

    private enum Part {
        REQUEST_LINE,
        HEADERS,
        BODY,
        CHUNK_LINE,
        CHUNK_DATA,
        TRAILERS
    }

    private final RequestLineValidator requestLine = new RequestLineValidator();
    private final HeadRules headRules = new HeadRules(requestLine);
    private final FieldLines headers = new FieldLines(headRules);
    private final ChunkLine chunkLine = new ChunkLine();
    private final FieldLines trailers = new FieldLines(new TrailerRules());

    private Part part = Part.REQUEST_LINE;
    private int sectionBytes;
    private long dataBytesLeft;
    private @Nullable FramingFault fault;

    /** The fault of the connection, after which no byte may pass; null if none. */
    @Nullable
    FramingFault fault() {
        return fault;
    }

    /** Whether the bytes so far end within the body of an accepted request. */
    boolean isInsideBody() {
        return switch (part) {
            case REQUEST_LINE, HEADERS -> false;
            case BODY, CHUNK_LINE, CHUNK_DATA, TRAILERS -> true;
        };
    }

    /** Whether the request in progress is a HEAD. */
    boolean isHead() {
        return requestLine.isHead();
    }

    /**
     * Validates the bytes between two indexes of the buffer; does not change its position and limit.
     *
     * @return the index after the last byte that may pass; less than {@code end} only with a fault
     */
    int inspect(ByteBuffer bytes, int from, int end) {
        int at = from;
        while (at < end && fault == null) {
            if (dataBytesLeft > 0) {
                at += skipData(end - at);
                continue;
            }
            at = skipPlain(bytes, at, end);
            if (at < end) {
                fault = accept(bytes.get(at) & 0xff);
                at += fault == null ? 1 : 0;
            }
        }
        return at;
    }

    private int skipData(int available) {
        int skipped = (int) Math.min(dataBytesLeft, available);
        dataBytesLeft -= skipped;
        if (dataBytesLeft == 0) {
            onDataEnd();
        }
        return skipped;
    }

    private void onDataEnd() {
        if (part == Part.BODY) {
            beginRequest();
        } else {
            chunkLine.resetAfterData();
            part = Part.CHUNK_LINE;
        }
    }

    /** Most of a head is values and the target, in which most octets do not change the state. */
    private int skipPlain(ByteBuffer bytes, int from, int end) {
        int limit = Math.min(end, from + MAX_HEAD_BYTES - sectionBytes);
        int at = from;
        if (part == Part.HEADERS && headers.isInPlainValue()) {
            while (at < limit && HttpTokens.isValueChar(bytes.get(at) & 0xff)) {
                at++;
            }
        } else if (part == Part.REQUEST_LINE && requestLine.isInTarget()) {
            while (at < limit && HttpTokens.isPlainTargetChar(bytes.get(at) & 0xff)) {
                at++;
            }
        }
        sectionBytes += at - from;
        return at;
    }

    private @Nullable FramingFault accept(int octet) {
        return switch (part) {
            case REQUEST_LINE -> acceptRequestLine(octet);
            case HEADERS -> acceptHeaders(octet);
            case CHUNK_LINE -> acceptChunkLine(octet);
            case TRAILERS -> acceptTrailers(octet);
            case BODY, CHUNK_DATA -> throw new IllegalStateException("data is counted, not accepted");
        };
    }

    private @Nullable FramingFault acceptRequestLine(int octet) {
        if (++sectionBytes > MAX_HEAD_BYTES) {
            return FramingFault.HEAD_SIZE;
        }
        FramingFault found = requestLine.accept(octet);
        if (requestLine.isAtEnd()) {
            headRules.reset();
            headers.reset();
            part = Part.HEADERS;
        }
        return found;
    }

    private @Nullable FramingFault acceptHeaders(int octet) {
        if (++sectionBytes > MAX_HEAD_BYTES) {
            return FramingFault.HEAD_SIZE;
        }
        FramingFault found = headers.accept(octet);
        if (headers.isAtEnd()) {
            beginBody();
        }
        return found;
    }

    private void beginBody() {
        if (headRules.isChunked()) {
            chunkLine.resetForFirst();
            part = Part.CHUNK_LINE;
        } else if (headRules.lengthBytes() > 0) {
            dataBytesLeft = headRules.lengthBytes();
            part = Part.BODY;
        } else {
            beginRequest();
        }
    }

    private void beginRequest() {
        requestLine.reset();
        sectionBytes = 0;
        part = Part.REQUEST_LINE;
    }

    private @Nullable FramingFault acceptChunkLine(int octet) {
        FramingFault found = chunkLine.accept(octet);
        if (!chunkLine.isAtEnd()) {
            return found;
        }
        dataBytesLeft = chunkLine.sizeBytes();
        if (dataBytesLeft > 0) {
            part = Part.CHUNK_DATA;
        } else {
            trailers.reset();
            sectionBytes = 0;
            part = Part.TRAILERS;
        }
        return null;
    }

    private @Nullable FramingFault acceptTrailers(int octet) {
        if (++sectionBytes > MAX_TRAILER_BYTES) {
            return FramingFault.TRAILER;
        }
        FramingFault found = trailers.accept(octet);
        if (trailers.isAtEnd()) {
            beginRequest();
        }
        return found;
    }
}
