package dev.ose.server.catalog.jdbc;

import dev.ose.s3.ObjectKey;
import dev.ose.server.catalog.IndexedObject;
import java.nio.BufferUnderflowException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Packs sorted objects into the bytes of {@code object_segment.data} and back.
 *
 * <p>One format byte, the number of objects, then column after column, each compressed separately because its
 * statistics differ: the length of the prefix that a key shares with the previous one, the length of the rest, the
 * rests, sizes, times, lengths of entity tags, version ids. The entity tags come last and uncompressed, because an MD5
 * does not compress. Numbers are varints. Times are counted in seconds or milliseconds if all of them are whole.
 */
final class SegmentCodec {

    private static final byte FORMAT = 1;
    private static final long[] UNITS = {1_000_000, 1_000, 1};

    private SegmentCodec() {}

    /** Packs at least one object, in strict key order; times are kept to the microsecond. */
    static byte[] pack(List<IndexedObject> objects) {
        VarintBuffer packed = new VarintBuffer();
        packed.number(FORMAT);
        packed.number(objects.size());
        packKeys(objects, packed);
        VarintBuffer sizes = new VarintBuffer();
        objects.forEach(each -> sizes.number(each.facts().sizeBytes()));
        packed.column(sizes);
        packTimes(objects, packed);
        VarintBuffer lengths = new VarintBuffer();
        VarintBuffer tags = new VarintBuffer();
        for (IndexedObject each : objects) {
            byte[] tag = ETagCodec.pack(each.facts().etag());
            lengths.number(tag.length);
            tags.bytes(tag, 0, tag.length);
        }
        packed.column(lengths);
        packVersions(objects, packed);
        packed.append(tags);
        return packed.toByteArray();
    }

    private static void packKeys(List<IndexedObject> objects, VarintBuffer packed) {
        VarintBuffer shared = new VarintBuffer();
        VarintBuffer added = new VarintBuffer();
        VarintBuffer text = new VarintBuffer();
        byte[] previous = {};
        for (IndexedObject each : objects) {
            byte[] key = each.key().utf8();
            int mismatch = Arrays.mismatch(previous, key);
            if (previous.length > 0 && (mismatch < 0 || Arrays.compareUnsigned(previous, key) > 0)) {
                throw new IllegalStateException("keys of a segment must be in order");
            }
            shared.number(mismatch);
            added.number(key.length - mismatch);
            text.bytes(key, mismatch, key.length - mismatch);
            previous = key;
        }
        packed.column(shared);
        packed.column(added);
        packed.column(text);
    }

    private static void packTimes(List<IndexedObject> objects, VarintBuffer packed) {
        long[] micros = objects.stream()
                .mapToLong(each -> micros(each.facts().modifiedAt()))
                .toArray();
        long unit = LongStream.of(UNITS)
                .filter(each -> LongStream.of(micros).allMatch(time -> time % each == 0))
                .findFirst()
                .orElseThrow();
        long least = LongStream.of(micros).min().orElseThrow();
        VarintBuffer times = new VarintBuffer();
        times.number(unit);
        // Zigzag: times before 1970 are negative.
        times.number((least << 1) ^ (least >> 63));
        for (long time : micros) {
            times.number((time - least) / unit);
        }
        packed.column(times);
    }

    private static void packVersions(List<IndexedObject> objects, VarintBuffer packed) {
        VarintBuffer versions = new VarintBuffer();
        if (objects.stream().anyMatch(each -> each.facts().versionId() != null)) {
            for (IndexedObject each : objects) {
                @Nullable String version = each.facts().versionId();
                byte[] text = version == null ? new byte[0] : version.getBytes(StandardCharsets.UTF_8);
                versions.number(version == null ? 0 : text.length + 1L);
                versions.bytes(text, 0, text.length);
            }
        }
        packed.column(versions);
    }

    /**
     * Returns the objects in key order.
     *
     * @throws IllegalStateException if the bytes were not written by {@link #pack}
     */
    static List<IndexedObject> unpack(byte[] data) {
        return read(data, entries -> {
            List<IndexedObject> objects = new ArrayList<>();
            while (entries.next()) {
                objects.add(entries.object());
            }
            return objects;
        });
    }

    /** The number of bytes in front of the entity tags. */
    static int tagsAt(byte[] data) {
        return read(data, SegmentEntries::nextTagAt);
    }

    /**
     * Goes through those of the objects that have one of these keys; the others are only read over.
     *
     * @param data if no tag is read, the bytes in front of the entity tags are enough
     * @throws IllegalStateException if the bytes were not written by {@link #pack}
     */
    static void find(byte[] data, Collection<ObjectKey> keys, BiConsumer<ObjectKey, SegmentEntries> found) {
        List<ObjectKey> wanted = keys.stream().sorted().toList();
        read(data, entries -> {
            int at = 0;
            while (at < wanted.size() && entries.next()) {
                int compared = entries.compareKey(wanted.get(at).utf8());
                while (compared > 0 && ++at < wanted.size()) {
                    compared = entries.compareKey(wanted.get(at).utf8());
                }
                if (compared == 0) {
                    found.accept(wanted.get(at++), entries);
                }
            }
            return entries;
        });
    }

    private static <T> T read(byte[] data, Function<SegmentEntries, T> reading) {
        try {
            VarintBuffer.Reader packed = new VarintBuffer.Reader(data);
            if (packed.number() != FORMAT) {
                throw new IllegalStateException("a segment has a format that this release does not know");
            }
            return reading.apply(new SegmentEntries(packed));
        } catch (IndexOutOfBoundsException | BufferUnderflowException e) {
            throw new IllegalStateException("a segment is damaged", e);
        }
    }

    /** Microseconds since 1970, the precision of PostgreSQL. */
    static long micros(Instant time) {
        return TimeUnit.SECONDS.toMicros(time.getEpochSecond()) + TimeUnit.NANOSECONDS.toMicros(time.getNano());
    }

    /** The inverse of {@link #micros}. */
    static Instant instant(long micros) {
        return Instant.ofEpochSecond(
                Math.floorDiv(micros, 1_000_000L), TimeUnit.MICROSECONDS.toNanos(Math.floorMod(micros, 1_000_000L)));
    }
}
