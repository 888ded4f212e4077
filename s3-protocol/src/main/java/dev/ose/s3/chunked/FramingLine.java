package dev.ose.s3.chunked;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Collects one line of framing, which may come in pieces, up to its line feed. Reused from line to line. */
final class FramingLine {

    /** A chunk's line has some 90 bytes, a trailer's at most 90 too; this leaves room for habits. */
    static final int MAX_BYTES = 1024;

    private final byte[] bytes = new byte[MAX_BYTES];
    private int length;

    /**
     * Takes bytes up to the line feed.
     *
     * @return the line as ISO-8859-1 characters without its line feed, or null if it has not ended yet
     */
    @Nullable
    String take(ByteBuffer input) {
        while (input.hasRemaining()) {
            byte next = input.get();
            if (next == '\n') {
                String line = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
                length = 0;
                return line;
            }
            if (length == MAX_BYTES) {
                throw new Fault(new ChunkedFault.BrokenFraming());
            }
            bytes[length++] = next;
        }
        return null;
    }
}
