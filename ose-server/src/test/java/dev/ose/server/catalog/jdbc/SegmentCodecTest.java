package dev.ose.server.catalog.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.ObjectKey;
import dev.ose.server.catalog.IndexedObject;
import dev.ose.server.catalog.ObjectFacts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.NotBlank;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import net.jqwik.api.constraints.UniqueElements;
import org.junit.jupiter.api.Test;

class SegmentCodecTest {

    private static final ObjectFacts SOME = new ObjectFacts(1, "5d41402abc4b2a76b9719d911017c592", Instant.EPOCH, null);

    @Property
    void whatIsPackedIsUnpackedAgain(
            @ForAll @Size(min = 1, max = 40) @UniqueElements List<@NotBlank @StringLength(max = 60) String> keys,
            @ForAll long seed) {
        Random random = new Random(seed);
        TreeMap<ObjectKey, IndexedObject> objects = new TreeMap<>();
        for (String text : keys) {
            ObjectKey.parse(text).ifPresent(key -> objects.put(key, new IndexedObject(key, facts(random))));
        }
        if (objects.isEmpty()) {
            return;
        }
        List<IndexedObject> sorted = List.copyOf(objects.values());

        assertThat(SegmentCodec.unpack(SegmentCodec.pack(sorted))).isEqualTo(sorted);
    }

    @Property
    void objectsAreFoundByTheirKeysAmongOthers(@ForAll @IntRange(min = 1, max = 200) int count, @ForAll long seed) {
        Random random = new Random(seed);
        List<IndexedObject> all = numbered(2 * count).stream()
                .map(each -> new IndexedObject(each.key(), facts(random)))
                .toList();
        List<IndexedObject> packed =
                all.stream().filter(_ -> random.nextBoolean()).toList();
        if (packed.isEmpty()) {
            return;
        }
        List<ObjectKey> wanted = all.stream()
                .map(IndexedObject::key)
                .filter(_ -> random.nextInt(4) == 0)
                .collect(Collectors.toCollection(ArrayList::new));
        Collections.shuffle(wanted, random);

        byte[] data = SegmentCodec.pack(packed);
        List<IndexedObject> found = new ArrayList<>();
        SegmentCodec.find(data, wanted, (_, entry) -> found.add(entry.object()));
        assertThat(found)
                .isEqualTo(packed.stream()
                        .filter(each -> wanted.contains(each.key()))
                        .toList());
        assertThat(locate(data, wanted))
                .isEqualTo(locate(Arrays.copyOf(data, SegmentCodec.tagsAt(data)), wanted))
                .hasSameSizeAs(found);
        found.forEach(each -> assertThat(
                        facts(data, Objects.requireNonNull(locate(data, wanted).get(each.key()))))
                .isEqualTo(each.facts()));
    }

    private static Map<ObjectKey, FoldedObject> locate(byte[] data, List<ObjectKey> wanted) {
        Map<ObjectKey, FoldedObject> located = new HashMap<>();
        SegmentCodec.find(data, wanted, (key, entry) -> located.put(key, entry.folded()));
        return located;
    }

    private static ObjectFacts facts(byte[] data, FoldedObject located) {
        byte[] tag = Arrays.copyOfRange(data, located.tagAt(), located.tagAt() + located.tagLength());
        return new ObjectFacts(
                located.sizeBytes(),
                ETagCodec.unpack(tag),
                SegmentCodec.instant(located.modifiedMicros()),
                located.versionId());
    }

    private static ObjectFacts facts(Random random) {
        String tag =
                switch (random.nextInt(4)) {
                    case 0 -> "";
                    case 1 -> "not an MD5 " + random.nextInt();
                    case 2 -> SOME.etag() + "-" + (1 + random.nextInt(10_000));
                    default -> SOME.etag();
                };
        // Also before 1970, with PostgreSQL's precision of microseconds.
        Instant time = SegmentCodec.instant(random.nextLong() >> 10);
        long size = random.nextBoolean() ? random.nextInt(1_000) : random.nextLong() >>> 1;
        return new ObjectFacts(size, tag, time, random.nextInt(3) > 0 ? null : "v" + random.nextInt());
    }

    @Property(tries = 200)
    void filterKnowsAllKeysAndFewOthers(@ForAll @IntRange(min = 1, max = 1_000) int count) {
        List<IndexedObject> objects = numbered(count);
        byte[] filter = SegmentFilter.of(objects);

        assertThat(objects).allMatch(each -> mayHave(filter, each.key()));
        long others = IntStream.range(0, 1_000)
                .filter(i -> mayHave(filter, new ObjectKey("folder/other-" + i)))
                .count();
        assertThat(others).isLessThan(60);
        assertThat(filter.length).isLessThan(16 + 3 * count);
    }

    /** The condition of the database in Java. */
    private static boolean mayHave(byte[] filter, ObjectKey key) {
        long hash = SegmentFilter.hash(key.utf8());
        return IntStream.range(0, 4).allMatch(slice -> {
            int bit = (int) (hash >>> (slice * 16)) & (filter.length * 8 - 1);
            return ((filter[bit / 8] >> (bit % 8)) & 1) == 1;
        });
    }

    @Test
    void objectsLikeThoseOfBackupsTakeFewBytes() {
        Random random = new Random(1);
        List<IndexedObject> objects = IntStream.range(0, 600)
                .mapToObj(i -> new IndexedObject(
                        new ObjectKey(String.format("backup/2026-01-%02d/block-%012d.dat", i / 20 + 1, i * 7_919L)),
                        new ObjectFacts(
                                random.nextInt(1_000_000),
                                new UUID(random.nextLong(), random.nextLong())
                                        .toString()
                                        .replace("-", ""),
                                Instant.ofEpochSecond(1_780_000_000L + random.nextInt(3_000_000)),
                                null)))
                .toList();

        double each = (SegmentCodec.pack(objects).length + SegmentFilter.of(objects).length) / 600.0;

        assertThat(each).as("bytes, 16 of which are the MD5").isLessThan(32);
    }

    @Test
    void keysMustBeInOrder() {
        List<IndexedObject> two = new ArrayList<>(numbered(2)).reversed();

        assertThatThrownBy(() -> SegmentCodec.pack(two)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> SegmentCodec.pack(List.of(two.getFirst(), two.getFirst())))
                .isInstanceOf(IllegalStateException.class);
    }

    @Property(tries = 500)
    void damagedBytesAreNoticedOrReadAsSomething(@ForAll long seed) {
        Random random = new Random(seed);
        byte[] data = SegmentCodec.pack(numbered(20));
        byte[] damaged = random.nextBoolean() ? Arrays.copyOf(data, random.nextInt(data.length)) : data.clone();
        for (int i = random.nextInt(4); i > 0 && damaged.length > 0; i--) {
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
        }

        try {
            assertThat(SegmentCodec.unpack(damaged)).hasSizeLessThan(1 << 20);
        } catch (IllegalStateException | IllegalArgumentException noticed) {
            assertThat(noticed).isNotNull();
        }
    }

    private static List<IndexedObject> numbered(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new IndexedObject(new ObjectKey(String.format("folder/key-%06d", i)), SOME))
                .toList();
    }
}
