package dev.ose.it;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Random;

/** Bytes that need no file: a mebibyte that looks random, again and again, each beginning with its number. */
final class GeneratedBytes extends InputStream {

    private final byte[] piece = new byte[Samples.MIB];
    private final long endBytes;
    private long position;

    /** Those from one position to another, which are multiples of a mebibyte. */
    GeneratedBytes(long startBytes, long endBytes) {
        if (startBytes % Samples.MIB != 0 || endBytes % Samples.MIB != 0) {
            throw new IllegalArgumentException("not whole mebibytes");
        }
        new Random(Samples.MIB).nextBytes(piece);
        this.position = startBytes;
        this.endBytes = endBytes;
    }

    @Override
    public int read() {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) {
        if (length == 0) {
            return 0;
        }
        if (position == endBytes) {
            return -1;
        }
        int at = (int) (position % Samples.MIB);
        if (at == 0) {
            ByteBuffer.wrap(piece).putLong(position / Samples.MIB);
        }
        int count = Math.min(length, Samples.MIB - at);
        System.arraycopy(piece, at, target, offset, count);
        position += count;
        return count;
    }
}
