package dev.ose.server.http.framing;

import org.jspecify.annotations.Nullable;

/** Validates the line before a chunk's data, and the line end after it (RFC 9112 §7.1). */
final class ChunkLine {

    private static final int MAX_SIZE_DIGITS = 16;
    private static final int MAX_EXTENSION_BYTES = 256;
    /** Far above any body, and far below an overflow, also in other parsers. */
    private static final long MAX_CHUNK_BYTES = 1L << 50;

    private enum At {
        CR_AFTER_DATA,
        LF_AFTER_DATA,
        SIZE,
        EXTENSION,
        LF,
        END
    }

    private At at = At.SIZE;
    private int length;
    private long sizeBytes;

    void resetForFirst() {
        reset(At.SIZE);
    }

    void resetAfterData() {
        reset(At.CR_AFTER_DATA);
    }

    private void reset(At start) {
        at = start;
        length = 0;
        sizeBytes = 0;
    }

    boolean isAtEnd() {
        return at == At.END;
    }

    long sizeBytes() {
        return sizeBytes;
    }

    @Nullable
    FramingFault accept(int octet) {
        return switch (at) {
            case CR_AFTER_DATA -> octet == '\r' ? go(At.LF_AFTER_DATA) : FramingFault.CHUNK;
            case LF_AFTER_DATA -> octet == '\n' ? go(At.SIZE) : FramingFault.CHUNK;
            case SIZE -> size(octet);
            case EXTENSION -> extension(octet);
            case LF -> octet == '\n' ? go(At.END) : FramingFault.CHUNK;
            case END -> throw new IllegalStateException("past the chunk line");
        };
    }

    private @Nullable FramingFault go(At next) {
        at = next;
        return null;
    }

    private @Nullable FramingFault size(int octet) {
        int digit = octet < 0x80 ? Character.digit(octet, 16) : -1;
        if (digit >= 0) {
            sizeBytes = sizeBytes << 4 | digit;
            length++;
            return length > MAX_SIZE_DIGITS || sizeBytes > MAX_CHUNK_BYTES ? FramingFault.CHUNK : null;
        }
        if (length == 0) {
            return FramingFault.CHUNK;
        }
        length = 0;
        return switch (octet) {
            case '\r' -> go(At.LF);
            case ';' -> go(At.EXTENSION);
            default -> FramingFault.CHUNK;
        };
    }

    private @Nullable FramingFault extension(int octet) {
        if (octet == '\r') {
            return go(At.LF);
        }
        boolean visible = octet == '\t' || (octet >= ' ' && octet < 0x7f);
        return visible && ++length <= MAX_EXTENSION_BYTES ? null : FramingFault.CHUNK;
    }
}
