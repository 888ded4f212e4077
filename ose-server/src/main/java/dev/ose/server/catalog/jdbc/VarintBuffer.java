package dev.ose.server.catalog.jdbc;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** A growing buffer of varints (seven bits to a byte, lowest first), raw bytes, and compressed columns of both. */
final class VarintBuffer {

    /**
     * Bounds the length that a damaged column may claim; the longest valid one, 1,024 keys of maximum length, is far
     * below.
     */
    private static final int MAX_COLUMN = 16 << 20;

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    /** Writes a varint; a negative number takes ten bytes. */
    void number(long number) {
        long left = number;
        while ((left & ~0x7fL) != 0) {
            written.write((int) ((left & 0x7f) | 0x80));
            left >>>= 7;
        }
        written.write((int) left);
    }

    void bytes(byte[] from, int offset, int length) {
        written.write(from, offset, length);
    }

    /** Appends the content of another buffer unchanged. */
    void append(VarintBuffer other) {
        written.writeBytes(other.toByteArray());
    }

    /** Appends the content of another buffer compressed: its length, the compressed length, and the bytes. */
    void column(VarintBuffer other) {
        byte[] plain = other.toByteArray();
        number(plain.length);
        if (plain.length == 0) {
            return;
        }
        try (Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, true)) {
            deflater.setInput(plain);
            deflater.finish();
            // Incompressible data grows by at most five bytes for each 16 KiB.
            byte[] compressed = new byte[plain.length + plain.length / 1024 + 64];
            int length = deflater.deflate(compressed);
            if (!deflater.finished()) {
                throw new IllegalStateException("a column grew by compression");
            }
            number(length);
            bytes(compressed, 0, length);
        }
    }

    byte[] toByteArray() {
        return written.toByteArray();
    }

    /** Reads a buffer back; throws {@link BufferUnderflowException} at the end. */
    static final class Reader {

        private final ByteBuffer rest;

        Reader(byte[] bytes) {
            this.rest = ByteBuffer.wrap(bytes);
        }

        boolean isEmpty() {
            return !rest.hasRemaining();
        }

        long number() {
            long number = 0;
            for (int shift = 0; shift < Long.SIZE; shift += 7) {
                byte next = rest.get();
                number |= (next & 0x7fL) << shift;
                if (next >= 0) {
                    return number;
                }
            }
            throw new IllegalStateException("a number does not end");
        }

        /** A number that is a length or a count in memory. */
        int length() {
            long length = number();
            if (length < 0 || length > MAX_COLUMN) {
                throw new IllegalStateException("a length is impossible");
            }
            return (int) length;
        }

        void bytes(byte[] into, int offset, int length) {
            rest.get(into, offset, length);
        }

        /** The number of bytes before what is read next. */
        int position() {
            return rest.position();
        }

        void skip(int length) {
            if (length > rest.remaining()) {
                throw new BufferUnderflowException();
            }
            rest.position(rest.position() + length);
        }

        /** Bytes from anywhere; what is read next stays the same. */
        byte[] bytesAt(int position, int length) {
            byte[] bytes = new byte[Math.min(length, rest.limit() + 1)];
            rest.get(position, bytes);
            return bytes;
        }

        /** The content of the column that begins here. The inflater may be that of other columns before. */
        Reader column(Inflater inflater) {
            byte[] plain = new byte[length()];
            if (plain.length == 0) {
                return new Reader(plain);
            }
            int length = length();
            int from = position();
            skip(length);
            try {
                inflater.reset();
                inflater.setInput(rest.array(), from, length);
                if (inflater.inflate(plain) != plain.length) {
                    throw new IllegalStateException("a column is too short");
                }
                return new Reader(plain);
            } catch (DataFormatException e) {
                throw new IllegalStateException("a column is damaged", e);
            }
        }
    }
}
