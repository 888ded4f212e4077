package dev.ose.server.catalog.listing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ObjectKey;
import dev.ose.server.catalog.IndexedObject;
import dev.ose.server.catalog.KeyRange;
import dev.ose.server.catalog.ObjectFacts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** Reads random pages of random keys and compares them with sorted maps. */
class PageReadingTest {

    /** Short alphabets make prefixes meet; the last ones sort differently in UTF-16 and in UTF-8. */
    private static final List<String> LETTERS = List.of("a", "b", "/", "-", " ", "\u0001", "é", "\uffee", "😀");

    private final TreeMap<String, IndexedObject> rows = new TreeMap<>(ObjectKey::compareUtf8);
    private final TreeSet<String> doubts = new TreeSet<>(ObjectKey::compareUtf8);

    @RepeatedTest(300)
    void pagesTogetherAreWhatTheModelSays(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        fill(random, 1 + random.nextInt(300));
        String prefix = text(random, random.nextInt(3));
        String delimiter = random.nextInt(4) == 0 ? "" : text(random, 1 + random.nextInt(2));
        String startAfter = delimiter.isEmpty() && random.nextBoolean() ? text(random, 1 + random.nextInt(3)) : "";
        int limit = 1 + random.nextInt(60);

        List<String> listed = new ArrayList<>();
        ListingRequest question = ListingRequest.behind(prefix, delimiter, limit, startAfter);
        Optional<Position> end;
        do {
            ObjectPage page = read(question).orElseThrow();
            SortedSet<String> entries = entries(page);
            assertThat(entries).hasSizeLessThanOrEqualTo(limit);
            listed.addAll(entries);
            end = page.end();
            assertThat(end.map(Position::text)).isEqualTo(end.map(_ -> listed.getLast()));
            if (end.isPresent()) {
                question = ListingRequest.behind(prefix, delimiter, limit, end.get());
            }
        } while (end.isPresent());

        assertThat(listed).isEqualTo(model(rows, prefix, delimiter, startAfter));
    }

    /** The row of a doubtful key may be wrong in any way; a page must be correct all the same, or absent. */
    @RepeatedTest(300)
    void pageOfADoubtfulBucketIsTheTruthOrNone(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        fill(random, 200);
        TreeMap<String, IndexedObject> truth = new TreeMap<>(rows);
        for (int i = random.nextInt(4); i >= 0; i--) {
            String key = text(random, 1 + random.nextInt(7));
            doubts.add(key);
            change(random, rows, key);
            change(random, truth, key);
        }
        String prefix = text(random, random.nextInt(2));
        String delimiter = random.nextBoolean() ? "" : text(random, 1);
        int limit = 1 + random.nextInt(20);

        Optional<ObjectPage> page = read(ListingRequest.behind(prefix, delimiter, limit, ""));

        List<String> expected = model(truth, prefix, delimiter, "");
        page.ifPresent(certain -> {
            assertThat(entries(certain))
                    .containsExactlyElementsOf(expected.stream().limit(limit).toList());
            assertThat(certain.objects()).allSatisfy(each -> assertThat(each)
                    .isEqualTo(truth.get(each.key().value())));
            assertThat(certain.end().isPresent()).isEqualTo(expected.size() > limit);
        });
    }

    @Test
    void doubtSpoilsOnlyThePageThatItsKeyWouldBeOn() {
        for (String key : List.of("a", "dir/1", "dir/2", "x", "y")) {
            put(rows, key, 1);
        }
        doubts.add("dir/3");
        doubts.add("w");

        assertThat(read(ListingRequest.behind("", "", 2, ""))).isPresent();
        assertThat(read(ListingRequest.behind("", "", 4, ""))).isEmpty();
        assertThat(read(ListingRequest.behind("", "/", 2, "")).orElseThrow().commonPrefixes())
                .containsExactly("dir/");
        assertThat(read(ListingRequest.behind("", "/", 3, ""))).isEmpty();
        assertThat(read(ListingRequest.behind("", "/", 2, new Position("x", false)))
                        .orElseThrow()
                        .end())
                .isEmpty();
    }

    @Test
    void moreDoubtsThanAreLookedAtSpoilWhatIsBehindThem() {
        for (int i = 0; i < 3_000; i++) {
            doubts.add("d%04d".formatted(i));
        }
        put(rows, "a", 1);
        put(rows, "b", 1);
        put(rows, "z", 1);

        assertThat(read(ListingRequest.behind("", "", 1, "")).orElseThrow().end())
                .contains(new Position("a", false));
        assertThat(read(ListingRequest.behind("", "", 2, "c"))).isEmpty();
        assertThat(read(ListingRequest.behind("z", "", 2, ""))).isPresent();
    }

    @Test
    void versionedBucketIsLeftToThePlatform() {
        put(rows, "a", 1);
        rows.put("b", object("b", 1, "version-7"));

        assertThat(read(ListingRequest.behind("", "", 5, ""))).isEmpty();
    }

    @Test
    void tooManyLargeGroupsAreLeftToThePlatform() {
        for (int group = 0; group < 300; group++) {
            for (int i = 0; i < 40; i++) {
                put(rows, "%03d/%02d".formatted(group, i), 1);
            }
        }

        assertThat(read(ListingRequest.behind("", "/", 100, "")).orElseThrow().commonPrefixes())
                .hasSize(100);
        assertThat(read(ListingRequest.behind("", "/", 1_000, ""))).isEmpty();
    }

    @Test
    void platformGoesOnBehindAllOfACommonPrefix() {
        String from = new Position("dir/", true).startAfter();

        assertThat(ObjectKey.compareUtf8("dir/😀", from)).isNegative();
        assertThat(ObjectKey.compareUtf8("dir0", from)).isPositive();
        assertThat(ObjectKey.parse(from)).isPresent();
        assertThat(new Position("dir/a", false).startAfter()).isEqualTo("dir/a");
    }

    private Optional<ObjectPage> read(ListingRequest question) {
        return PageReading.read(new Rows(), question);
    }

    private static SortedSet<String> entries(ObjectPage page) {
        TreeSet<String> entries = new TreeSet<>(ObjectKey::compareUtf8);
        page.objects().forEach(each -> entries.add(each.key().value()));
        entries.addAll(page.commonPrefixes());
        return entries;
    }

    private static List<String> model(
            NavigableMap<String, IndexedObject> objects, String prefix, String delimiter, String after) {
        TreeSet<String> entries = new TreeSet<>(ObjectKey::compareUtf8);
        for (String key : objects.tailMap(after, false).keySet()) {
            if (key.startsWith(prefix)) {
                int at = delimiter.isEmpty() ? -1 : key.indexOf(delimiter, prefix.length());
                entries.add(at < 0 ? key : key.substring(0, at + delimiter.length()));
            }
        }
        return List.copyOf(entries);
    }

    private void fill(Random random, int count) {
        for (int i = 0; i < count; i++) {
            put(rows, text(random, 1 + random.nextInt(7)), i);
        }
    }

    private static void change(Random random, NavigableMap<String, IndexedObject> objects, String key) {
        if (random.nextBoolean()) {
            put(objects, key, 1_000 + random.nextInt(100));
        } else {
            objects.remove(key);
        }
    }

    private static void put(NavigableMap<String, IndexedObject> objects, String key, int size) {
        objects.put(key, object(key, size, null));
    }

    private static IndexedObject object(String key, int size, @Nullable String version) {
        return new IndexedObject(new ObjectKey(key), new ObjectFacts(size, "tag-" + size, Instant.EPOCH, version));
    }

    private static String text(Random random, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append(LETTERS.get(random.nextInt(LETTERS.size())));
        }
        return text.toString();
    }

    /** The bucket in memory. */
    private final class Rows implements ListingTables.Moment {

        @Override
        public List<String> doubts(KeyRange range, int limit) {
            return doubts.stream().filter(range::contains).limit(limit).toList();
        }

        @Override
        public List<IndexedObject> objects(KeyRange range, int limit) {
            return rows.values().stream()
                    .filter(each -> range.contains(each.key().value()))
                    .limit(limit)
                    .toList();
        }
    }
}
