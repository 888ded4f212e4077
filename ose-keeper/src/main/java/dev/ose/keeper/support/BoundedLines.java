package dev.ose.keeper.support;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads lines of UTF-8, truncated to a maximum number of bytes to bound memory. Not thread-safe. */
final class BoundedLines {

    private static final int CHUNK_BYTES = 64 * 1024;

    private final InputStream in;
    private final int longestBytes;
    private final byte[] chunk = new byte[CHUNK_BYTES];
    private int position;
    private int limit;

    /**
     * @param in read in large pieces; the caller closes it
     * @param longestBytes of a line; the rest of a longer line is skipped
     */
    BoundedLines(InputStream in, int longestBytes) {
        this.in = in;
        this.longestBytes = longestBytes;
    }

    /** The next line without its line end, also if the text ends without one; null at the end. Blocks. */
    @Nullable
    String next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        boolean isThere = false;
        while (position < limit || fill()) {
            isThere = true;
            int end = position;
            while (end < limit && chunk[end] != '\n') {
                end++;
            }
            line.write(chunk, position, Math.min(end - position, longestBytes - line.size()));
            position = Math.min(end + 1, limit);
            if (end < limit) {
                break;
            }
        }
        return isThere ? line.toString(StandardCharsets.UTF_8) : null;
    }

    private boolean fill() throws IOException {
        position = 0;
        limit = Math.max(0, in.read(chunk));
        return limit > 0;
    }
}
