package dev.ose.server.catalog.jdbc;

import dev.ose.s3.ObjectKey;
import dev.ose.server.catalog.IndexedObject;
import dev.ose.server.catalog.ObjectFacts;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.Inflater;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a segment that {@link SegmentCodec} packed, one after the other in key order. To go on to the next one
 * costs little; only {@link #object} makes an object of it. Not thread-safe.
 */
final class SegmentEntries {

    private final int count;
    private final VarintBuffer.Reader shared;
    private final VarintBuffer.Reader added;
    private final VarintBuffer.Reader text;
    private final VarintBuffer.Reader sizes;
    private final VarintBuffer.Reader times;
    private final long unit;
    private final long leastMicros;
    private final VarintBuffer.Reader tagLengths;
    private final VarintBuffer.Reader versions;
    private final VarintBuffer.Reader tags;

    private final byte[] key = new byte[ObjectKey.MAX_BYTES];
    private int read;
    private int keyLength;
    private long sizeBytes;
    private long micros;
    private int tagAt;
    private int tagLength;
    private int versionLength;
    private int versionAt;

    /** @param packed what follows the format */
    SegmentEntries(VarintBuffer.Reader packed) {
        count = packed.length();
        // One for all columns: each takes 40 KB outside of the heap.
        try (Inflater inflater = new Inflater(true)) {
            shared = packed.column(inflater);
            added = packed.column(inflater);
            text = packed.column(inflater);
            sizes = packed.column(inflater);
            times = packed.column(inflater);
            tagLengths = packed.column(inflater);
            versions = packed.column(inflater);
        }
        unit = times.number();
        long zigzag = times.number();
        leastMicros = (zigzag >>> 1) ^ -(zigzag & 1);
        tags = packed;
        tagAt = packed.position();
    }

    /** The place of the entity tag of the next object, which is at first the length of everything before the tags. */
    int nextTagAt() {
        return tagAt + tagLength;
    }

    /** Goes on to the next object, at first to the first one; false if there is none. */
    boolean next() {
        if (read == count) {
            return false;
        }
        read++;
        int kept = shared.length();
        int more = added.length();
        text.bytes(key, kept, more);
        keyLength = kept + more;
        sizeBytes = sizes.number();
        micros = leastMicros + times.number() * unit;
        tagAt += tagLength;
        tagLength = tagLengths.length();
        // One more than the length; 0 if there is none. A column without any is empty.
        versionLength = versions.isEmpty() ? -1 : versions.length() - 1;
        versionAt = versions.position();
        versions.skip(Math.max(0, versionLength));
        return true;
    }

    /** Compares the key of the current object with another one, in UTF-8. */
    int compareKey(byte[] other) {
        return Arrays.compareUnsigned(key, 0, keyLength, other, 0, other.length);
    }

    /** The current object without its entity tag, for which what comes before the tags is enough. */
    FoldedObject folded() {
        return new FoldedObject(sizeBytes, micros, version(), tagAt, tagLength);
    }

    /** The current object. */
    IndexedObject object() {
        ObjectFacts facts = new ObjectFacts(
                sizeBytes, ETagCodec.unpack(tags.bytesAt(tagAt, tagLength)), SegmentCodec.instant(micros), version());
        return new IndexedObject(new ObjectKey(new String(key, 0, keyLength, StandardCharsets.UTF_8)), facts);
    }

    private @Nullable String version() {
        return versionLength < 0
                ? null
                : new String(versions.bytesAt(versionAt, versionLength), StandardCharsets.UTF_8);
    }
}
