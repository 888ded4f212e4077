package dev.ose.s3.checksum;

import java.util.zip.Checksum;

/** CRC-64/NVME, eight bytes a step. Not thread-safe. */
final class Crc64Nvme implements Checksum {

    private static final long[][] TABLES = tables(ChecksumAlgorithm.CRC64NVME.polynomial());

    private long state = ~0L;

    @Override
    public void update(int b) {
        state = TABLES[0][(int) (state ^ b) & 0xff] ^ (state >>> 8);
    }

    @Override
    public void update(byte[] bytes, int offset, int length) {
        int i = offset;
        int end = offset + length;
        long crc = state;
        for (; i + 8 <= end; i += 8) {
            long word = crc;
            for (int j = 0; j < 8; j++) {
                word ^= (bytes[i + j] & 0xffL) << (8 * j);
            }
            crc = TABLES[7][(int) word & 0xff]
                    ^ TABLES[6][(int) (word >>> 8) & 0xff]
                    ^ TABLES[5][(int) (word >>> 16) & 0xff]
                    ^ TABLES[4][(int) (word >>> 24) & 0xff]
                    ^ TABLES[3][(int) (word >>> 32) & 0xff]
                    ^ TABLES[2][(int) (word >>> 40) & 0xff]
                    ^ TABLES[1][(int) (word >>> 48) & 0xff]
                    ^ TABLES[0][(int) (word >>> 56) & 0xff];
        }
        for (; i < end; i++) {
            crc = TABLES[0][(int) (crc ^ bytes[i]) & 0xff] ^ (crc >>> 8);
        }
        state = crc;
    }

    @Override
    public long getValue() {
        return ~state;
    }

    @Override
    public void reset() {
        state = ~0L;
    }

    private static long[][] tables(long polynomial) {
        long[][] tables = new long[8][256];
        for (int b = 0; b < 256; b++) {
            long crc = b;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 1) == 0 ? crc >>> 1 : (crc >>> 1) ^ polynomial;
            }
            tables[0][b] = crc;
        }
        for (int b = 0; b < 256; b++) {
            for (int table = 1; table < 8; table++) {
                long shorter = tables[table - 1][b];
                tables[table][b] = tables[0][(int) shorter & 0xff] ^ (shorter >>> 8);
            }
        }
        return tables;
    }
}
