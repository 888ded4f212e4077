package dev.ose.s3.chunked;

import dev.ose.s3.checksum.ChecksumAlgorithm;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Frames a payload of known length as {@code STREAMING-UNSIGNED-PAYLOAD-TRAILER}: provides the framing before the next
 * bytes of the payload, and the total length. Not thread-safe; for one body.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-streaming-trailers.html">Trailing headers</a>
 */
public final class ChunkedEncoder {

    /** Small enough for receivers that keep a chunk until it is whole. */
    static final int CHUNK_BYTES = 1024 * 1024;

    private final ChecksumAlgorithm algorithm;
    private final long payloadBytes;
    private long takenBytes;
    private long leftInChunk;
    private boolean isInChunk;

    public ChunkedEncoder(long payloadBytes, ChecksumAlgorithm algorithm) {
        this.payloadBytes = payloadBytes;
        this.algorithm = algorithm;
    }

    /** Length of the framed body. */
    public long framedBytes() {
        long whole = payloadBytes / CHUNK_BYTES;
        long rest = payloadBytes % CHUNK_BYTES;
        long framed = whole * (header(CHUNK_BYTES).length() + CHUNK_BYTES + 2L);
        if (rest > 0) {
            framed += header(rest).length() + rest + 2;
        }
        int checksumCharacters = (algorithm.lengthBytes() + 2) / 3 * 4;
        return framed + trailer("").length() + checksumCharacters;
    }

    /** The framing before the next byte of the payload; may be empty. Call again after each piece. */
    public ByteBuffer framing() {
        if (leftInChunk > 0 || takenBytes == payloadBytes) {
            return bytes("");
        }
        String before = isInChunk ? "\r\n" : "";
        isInChunk = true;
        leftInChunk = Math.min(CHUNK_BYTES, payloadBytes - takenBytes);
        return bytes(before + header(leftInChunk));
    }

    /** The number of payload bytes until the next framing. */
    public long payloadRoomBytes() {
        return leftInChunk;
    }

    /** Notes that so many bytes of the payload went. */
    public void passed(int count) {
        if (count > leftInChunk) {
            throw new IllegalArgumentException("more than the chunk holds");
        }
        leftInChunk -= count;
        takenBytes += count;
    }

    /** The bytes after the last byte of the payload, with the checksum in base64. */
    public ByteBuffer end(TrailingChecksum checksum) {
        return bytes((payloadBytes > 0 ? "\r\n" : "") + trailer(checksum.value()));
    }

    private String trailer(String value) {
        return header(0) + algorithm.header() + ':' + value + "\r\n\r\n";
    }

    private static String header(long size) {
        return Long.toHexString(size) + "\r\n";
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
    }
}
