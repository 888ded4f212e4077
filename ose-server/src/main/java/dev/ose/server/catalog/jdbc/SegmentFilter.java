package dev.ose.server.catalog.jdbc;

import dev.ose.server.catalog.IndexedObject;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.CRC32C;
import java.util.zip.Checksum;

/**
 * A Bloom filter of the keys of a segment, in {@code object_segment.filter}: it lets the database rule out most absent
 * keys without unpacking the segment. Four bits for each key out of a power of two, ten to twenty for each key, with a
 * false positive rate of at most 1 %.
 */
final class SegmentFilter {

    /** A SQL condition that tests the filter of segment {@code s} for the hash of row {@code k}. */
    static final String MAY_HAVE = mayHave();

    private static final int BITS_PER_KEY = 10;
    private static final int SLICES = 4;
    private static final int SLICE_BITS = 16;
    private static final int MIN_BITS = 64;

    private SegmentFilter() {}

    private static String mayHave() {
        StringBuilder sql = new StringBuilder();
        for (int slice = 0; slice < SLICES; slice++) {
            sql.append(slice == 0 ? "" : " AND ")
                    .append("get_bit(s.filter, ((k.hash >> ")
                    .append(slice * SLICE_BITS)
                    .append(") & (length(s.filter) * 8 - 1))::int) = 1");
        }
        return sql.toString();
    }

    /** Two checksums, mixed: each alone is linear, so keys with equal differences would collide systematically. */
    static long hash(byte[] key) {
        long both = (sum(new CRC32C(), key) << 32) | sum(new CRC32(), key);
        long mixed = (both ^ (both >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }

    private static long sum(Checksum checksum, byte[] key) {
        checksum.update(key, 0, key.length);
        return checksum.getValue();
    }

    /** The filter of at most 6,500 objects. */
    static byte[] of(List<IndexedObject> objects) {
        int size = Math.max(MIN_BITS, Integer.highestOneBit(objects.size() * BITS_PER_KEY - 1) << 1);
        if (size > 1 << SLICE_BITS) {
            throw new IllegalStateException("too many keys for a filter");
        }
        BitSet bits = new BitSet(size);
        for (IndexedObject each : objects) {
            long hash = hash(each.key().utf8());
            for (int slice = 0; slice < SLICES; slice++) {
                bits.set((int) (hash >>> (slice * SLICE_BITS)) & (size - 1));
            }
        }
        return Arrays.copyOf(bits.toByteArray(), size / Byte.SIZE);
    }
}
