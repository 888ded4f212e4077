package dev.ose.server.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectFacts;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class BucketComparisonTest {

    private static final BucketId BUCKET = new BucketId(1);
    private static final Instant TIME = Instant.ofEpochSecond(1_000);

    @Test
    void everyDifferenceIsFoundOnceWhateverTheSizeOfPages() throws Exception {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            SortedMap<ObjectKey, PlatformObject> theirs = listing(random);
            SortedMap<ObjectKey, PlatformObject> ours = listing(random);
            Set<ObjectKey> expected = new TreeSet<>(theirs.keySet());
            expected.addAll(ours.keySet());
            expected.removeIf(key -> theirs.get(key) != null
                    && ours.get(key) != null
                    && theirs.get(key)
                            .newest()
                            .orElseThrow()
                            .equals(ours.get(key).newest().orElseThrow()));

            List<ObjectKey> found = new ArrayList<>();
            Progress progress = Progress.START;
            boolean finished = false;
            for (int page = 0; page < 3_000 && !finished; page++) {
                String after = progress.position();
                BucketComparison step = BucketComparison.of(
                        BUCKET, after, page(theirs, after, 1 + random.nextInt(4)), rows(ours), 1 + random.nextInt(4));
                found.addAll(step.different());
                finished = step.finished();
                progress = progress.plus(step);
            }

            assertThat(finished).as("seed %d", seed).isTrue();
            assertThat(found).as("seed %d", seed).containsExactlyElementsOf(expected);
            assertThat(progress.missing() + progress.extra() + progress.differing())
                    .isEqualTo(expected.size());
            assertThat(progress.listed()).isEqualTo(theirs.size());
        }
    }

    @Test
    void rowsBehindThePageAreNotRead() throws Exception {
        SortedMap<ObjectKey, PlatformObject> ours = new TreeMap<>();
        List.of("a", "b", "c", "d").forEach(key -> ours.put(new ObjectKey(key), object(key, 1)));
        ListedPage page = new ListedPage(List.of(object("a", 1), object("b", 1)), true);
        List<PlatformObject> read = new ArrayList<>();

        BucketComparison step = BucketComparison.of(
                BUCKET,
                "",
                page,
                (bucket, range, limit) -> {
                    read.addAll(rows(ours).list(bucket, range, limit));
                    return read;
                },
                9);

        assertThat(read).extracting(each -> each.key().value()).containsExactly("a", "b");
        assertThat(step.end()).isEqualTo("b");
        assertThat(step.finished()).isFalse();
        assertThat(step.different()).isEmpty();
    }

    @Test
    void listingThatGoesBackOrRepeatsItselfIsRefused() {
        for (List<String> keys : List.of(List.of("b", "a"), List.of("a", "a"), List.of("\uD83D\uDE00", "\uFFFD"))) {
            ListedPage page =
                    new ListedPage(keys.stream().map(key -> object(key, 1)).toList(), false);

            assertThatThrownBy(() -> BucketComparison.of(BUCKET, "", page, (bucket, range, limit) -> List.of(), 9))
                    .isInstanceOf(UnorderedListingException.class)
                    .hasMessageContaining(keys.get(1));
        }
    }

    @Test
    void listingThatIgnoresWhereItShouldBeginIsRefused() {
        ListedPage page = new ListedPage(List.of(object("a", 1)), true);

        assertThatThrownBy(() -> BucketComparison.of(BUCKET, "a", page, (bucket, range, limit) -> List.of(), 9))
                .isInstanceOf(UnorderedListingException.class);
        assertThatThrownBy(() -> BucketComparison.of(
                        BUCKET, "a", new ListedPage(List.of(), true), (bucket, range, limit) -> List.of(), 9))
                .isInstanceOf(UnorderedListingException.class)
                .hasMessageContaining("nothing after \"a\"");
    }

    @Test
    void fractionsOfASecondAndVersionsAreNoDifference() {
        PlatformObject row = object("k", 1);
        ObjectFacts facts = new ObjectFacts(1, row.newest().orElseThrow().etag(), TIME.plusMillis(999), "v1");

        assertThat(row.agreesWith(new PlatformObject(row.key(), facts))).isTrue();
        assertThat(row.agreesWith(object("k", 2))).isFalse();
        assertThat(row.agreesWith(new PlatformObject(row.key(), new ObjectFacts(1, "other", TIME, null))))
                .isFalse();
        assertThat(row.agreesWith(new PlatformObject(
                        row.key(), new ObjectFacts(1, row.newest().orElseThrow().etag(), TIME.plusSeconds(2), null))))
                .isFalse();
    }

    private static SortedMap<ObjectKey, PlatformObject> listing(Random random) {
        SortedMap<ObjectKey, PlatformObject> listing = new TreeMap<>();
        for (int i = random.nextInt(15); i > 0; i--) {
            PlatformObject object = object("key-" + random.nextInt(20), random.nextInt(2));
            listing.put(object.key(), object);
        }
        return listing;
    }

    private static ListedPage page(SortedMap<ObjectKey, PlatformObject> from, String after, int limit) {
        List<PlatformObject> behind = behind(from, after);
        return new ListedPage(behind.stream().limit(limit).toList(), behind.size() > limit);
    }

    private static RowListing rows(SortedMap<ObjectKey, PlatformObject> from) {
        return (bucket, range, limit) -> from.values().stream()
                .filter(each -> range.contains(each.key().value()))
                .limit(limit)
                .toList();
    }

    private static List<PlatformObject> behind(SortedMap<ObjectKey, PlatformObject> from, String after) {
        return from.values().stream()
                .filter(each -> ObjectKey.compareUtf8(each.key().value(), after) > 0)
                .toList();
    }

    private static PlatformObject object(String key, long size) {
        return new PlatformObject(new ObjectKey(key), new ObjectFacts(size, "etag-" + size, TIME, null));
    }
}
