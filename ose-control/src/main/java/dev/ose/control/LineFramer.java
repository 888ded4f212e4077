package dev.ose.control;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Optional;

/** Reads lines of limited length, and writes them. Not thread-safe. */
final class LineFramer {

    private static final int CHUNK_BYTES = 8 * 1024;

    private final ReadableByteChannel from;
    private final int longestBytes;
    private final ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES).flip();

    LineFramer(ReadableByteChannel from, int longestBytes) {
        this.from = from;
        this.longestBytes = longestBytes;
    }

    /** Writes the whole line. Blocks. */
    static long write(WritableByteChannel to, byte[] line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(line);
        while (bytes.hasRemaining()) {
            to.write(bytes);
        }
        return line.length;
    }

    /** A line exceeds the limit. */
    static final class TooLongException extends IOException {
        private static final long serialVersionUID = 1L;
    }

    /**
     * The next line without its end; empty at the end of the stream. An incomplete last line is dropped, because its
     * sender died while writing it. Blocks.
     */
    Optional<byte[]> next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (true) {
            while (chunk.hasRemaining()) {
                byte read = chunk.get();
                if (read == '\n') {
                    return Optional.of(line.toByteArray());
                }
                if (line.size() == longestBytes) {
                    throw new TooLongException();
                }
                line.write(read);
            }
            chunk.clear();
            int count = from.read(chunk);
            chunk.flip();
            if (count < 0) {
                return Optional.empty();
            }
        }
    }
}
