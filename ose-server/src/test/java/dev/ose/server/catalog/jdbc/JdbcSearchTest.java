package dev.ose.server.catalog.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.KeyRange;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.search.Filter;
import dev.ose.server.catalog.search.Filter.Relation;
import dev.ose.server.catalog.search.FoundObject;
import dev.ose.server.catalog.search.Glob;
import dev.ose.server.catalog.search.ObjectSearch;
import dev.ose.server.catalog.search.ObjectSearch.Page;
import dev.ose.server.catalog.search.ObjectSearch.Position;
import dev.ose.server.catalog.search.SearchTables;
import dev.ose.server.catalog.search.SearchedBucket;
import dev.ose.server.database.Database;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.tenant.TenantId;
import dev.ose.testkit.PostgresFixture;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The search on the real database. */
class JdbcSearchTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");
    private static final int ENOUGH_FOR_AN_INDEX = 50_000;

    private static StoreFixture stores;
    private static TenantId tenant;
    private static BucketId photos;
    private static BucketId logs;
    private static final Map<ObjectAddress, ObjectFacts> OBJECTS = new HashMap<>();

    @BeforeAll
    static void fill() {
        stores = new StoreFixture(postgres.database());
        StoreFixture.Holder holder = stores.holder("searcher");
        tenant = holder.tenant().id();
        photos = bucket(holder, "photos");
        logs = bucket(holder, "logs");
        StoreFixture.Holder stranger = stores.holder("stranger");
        BucketId theirs = bucket(stranger, "theirs");
        for (int i = 0; i < 300; i++) {
            add(photos, "2026/img_" + i + (i % 2 == 0 ? ".jpg" : ".png"), i);
            add(logs, "app%/" + i, 1_000 + i);
        }
        add(photos, "\uD83D\uDE00/x", 7);
        add(photos, "\uFFFD", 8);
        stores.write(OBJECTS);
        for (BucketId each : List.of(photos, logs)) {
            // Half of the objects, so that both rows and segments are searched.
            CompactionFixture.until(stores.database, each, TIME.plusSeconds(150));
        }
        stores.write(Map.of(new ObjectAddress(theirs, new ObjectKey("2026/img_1.png")), facts(1)));
        stores.database.transact(connection -> {
            // VACUUM marks rows as visible only after their commit is flushed.
            Database.update(connection, "SET LOCAL synchronous_commit = on");
            return Database.update(connection, """
                    INSERT INTO object_info (bucket_id, key, size_bytes, modified_at, etag)
                    SELECT ?, 'bulk/' || n, n, now(), '' FROM generate_series(1, ?) n
                    """, theirs, ENOUGH_FOR_AN_INDEX);
        });
        stores.database.update("VACUUM ANALYZE object_info");
    }

    private static void add(BucketId bucket, String key, int number) {
        OBJECTS.put(new ObjectAddress(bucket, new ObjectKey(key)), facts(number));
    }

    @AfterAll
    static void close() {
        stores.close();
    }

    /** A filter and its expected matches in Java. */
    record Case(String name, Filter filter, Predicate<Map.Entry<ObjectAddress, ObjectFacts>> wanted) {
        @Override
        public String toString() {
            return name;
        }
    }

    static List<Case> cases() {
        return List.of(
                new Case("everything", Filter.everything(), each -> true),
                new Case("nothing", Filter.nothing(), each -> false),
                new Case("prefix", like("2026/img_1*"), each -> key(each).startsWith("2026/img_1")),
                new Case("underscore", like("2026?img_2*"), each -> key(each).startsWith("2026/img_2")),
                new Case("percent", like("app%/1*"), each -> key(each).startsWith("app%/1")),
                new Case("substring", like("*g_9*"), each -> key(each).contains("g_9")),
                new Case("suffix", like("*.png"), each -> key(each).endsWith(".png")),
                new Case(
                        "prefix and suffix",
                        like("2026/img_1*.png"),
                        each -> key(each).startsWith("2026/img_1") && key(each).endsWith(".png")),
                new Case("percent and question mark", like("app%/?7*"), each -> key(each)
                        .matches("app%/.7.*")),
                new Case(
                        "two patterns",
                        new Filter.All(List.of(like("*img*"), like("*7?.png"))),
                        each -> key(each).contains("img") && key(each).matches(".*7.\\.png")),
                new Case("not", new Filter.KeyLike(new Glob("*.png"), false), each -> !key(each)
                        .endsWith(".png")),
                new Case("exact", new Filter.Key(Relation.EQUAL, "app%/42"), each -> key(each)
                        .equals("app%/42")),
                new Case("other", new Filter.Key(Relation.DIFFERENT, "app%/42"), each -> !key(each)
                        .equals("app%/42")),
                new Case(
                        "before", new Filter.Key(Relation.LESS, "2026/img_2"), each -> compare(each, "2026/img_2") < 0),
                new Case("up to", new Filter.Key(Relation.AT_MOST, "app%/2"), each -> compare(each, "app%/2") <= 0),
                new Case("behind", new Filter.Key(Relation.MORE, "\uFFFD"), each -> compare(each, "\uFFFD") > 0),
                new Case("from", new Filter.Key(Relation.AT_LEAST, "\uFFFD"), each -> compare(each, "\uFFFD") >= 0),
                new Case("last letter", like("\uFFFD*"), each -> key(each).startsWith("\uFFFD")),
                new Case(
                        "size",
                        new Filter.Size(Relation.MORE, 1_250),
                        each -> each.getValue().sizeBytes() > 1_250),
                new Case("time", new Filter.Modified(Relation.AT_MOST, TIME.plusSeconds(10)), each -> !each.getValue()
                        .modifiedAt()
                        .isAfter(TIME.plusSeconds(10))),
                new Case("tag", new Filter.Tag("etag-5", true), each -> each.getValue()
                        .etag()
                        .equals("etag-5")),
                new Case("bucket", new Filter.BucketLike(new Glob("log*"), true), each -> each.getKey()
                        .bucket()
                        .equals(logs)),
                new Case("owner", new Filter.OwnerLike(new Glob("nobody"), true), each -> false),
                new Case(
                        "both",
                        new Filter.All(List.of(like("2026/*"), new Filter.Size(Relation.LESS, 9))),
                        each -> key(each).startsWith("2026/") && each.getValue().sizeBytes() < 9),
                new Case(
                        "either",
                        new Filter.Any(List.of(
                                new Filter.All(List.of(
                                        new Filter.BucketLike(new Glob("logs"), true),
                                        new Filter.Size(Relation.EQUAL, 1_003))),
                                new Filter.Size(Relation.EQUAL, 3))),
                        each -> each.getValue().sizeBytes() == 1_003
                                || each.getValue().sizeBytes() == 3));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void exactlyWhatMatchesIsFoundInOrderWhateverTheSizeOfPages(Case asked) {
        List<ObjectAddress> expected = OBJECTS.entrySet().stream()
                .filter(asked.wanted())
                .map(Map.Entry::getKey)
                .sorted()
                .toList();

        for (int limit : new int[] {1_000, 7}) {
            List<ObjectAddress> found = new ArrayList<>();
            Optional<Position> next = Optional.of(Position.START);
            while (next.isPresent()) {
                Page page = search().find(tenant, asked.filter(), next.get(), limit);
                assertThat(page.found()).hasSizeLessThanOrEqualTo(limit);
                page.found().forEach(each -> found.add(address(each)));
                next = page.next();
            }
            assertThat(found).as("pages of %d", limit).isEqualTo(expected);
        }
    }

    @Test
    void searchThatRunsOutOfTimeGoesOnWhereItStood() {
        // The clock advances by 1.5 s at each reading: a page searches two parts of a bucket.
        AtomicLong clock = new AtomicLong();
        ObjectSearch slow =
                new ObjectSearch(new JdbcSearchTables(stores.database), () -> clock.addAndGet(1_500_000_000));
        Filter filter = new Filter.Size(Relation.EQUAL, 1_003);

        List<Page> pages = new ArrayList<>(List.of(slow.find(tenant, filter, Position.START, 10)));
        while (pages.getLast().next().isPresent()) {
            pages.add(slow.find(tenant, filter, pages.getLast().next().get(), 10));
        }

        assertThat(pages.getFirst().found()).isEmpty();
        assertThat(pages.stream().mapToInt(page -> page.found().size())).containsOnlyOnce(1);
    }

    @Test
    void pageThatTheDatabaseTookAllTimeForGetsOnAllTheSame() {
        AtomicLong clock = new AtomicLong();
        ObjectSearch slow =
                new ObjectSearch(new JdbcSearchTables(stores.database), () -> clock.addAndGet(3_000_000_000L));
        Filter filter = like("*.png");

        List<ObjectAddress> found = new ArrayList<>();
        Set<Position> begun = new HashSet<>();
        for (Optional<Position> next = Optional.of(Position.START); next.isPresent(); ) {
            assertThat(begun.add(next.get()))
                    .as("asked from there for the first time")
                    .isTrue();
            Page page = slow.find(tenant, filter, next.get(), 1_000);
            page.found().forEach(each -> found.add(address(each)));
            next = page.next();
        }

        assertThat(found).hasSize(150);
    }

    @Test
    void onlyBucketsWithKeysInTheRangeAreLookedInto() {
        JdbcSearchTables tables = new JdbcSearchTables(stores.database);

        // A segment of the other bucket has keys on both sides of the range: only unpacking it would show that none is
        // inside.
        assertThat(tables.buckets(tenant, like("app*").range(), 0, 10))
                .extracting(SearchedBucket::id)
                .contains(logs);
        for (String key : List.of("app%/7", "app%/299")) {
            assertThat(tables.buckets(tenant, KeyRange.only(key), 0, 10))
                    .as("the one in a segment, the other in a row")
                    .extracting(SearchedBucket::id)
                    .contains(logs);
        }
        long wrong = IntStream.range(0, 100)
                .filter(i -> !tables.buckets(tenant, KeyRange.only("2026/img_" + i + ".gif"), 0, 10)
                        .isEmpty())
                .count();
        assertThat(wrong).as("buckets looked into for nothing").isLessThan(30);
        assertThat(tables.buckets(tenant, new Filter.Key(Relation.MORE, "app%/999").range(), 0, 10))
                .extracting(SearchedBucket::id)
                .containsExactly(photos);
        assertThat(tables.buckets(tenant, like("0*").range(), 0, 10)).isEmpty();
    }

    @Test
    void keysAreReadByTheIndexOnly() {
        BucketId big = big();
        for (Filter filter : List.of(
                like("bulk/4999*"),
                new Filter.Key(Relation.EQUAL, "bulk/77"),
                new Filter.All(List.of(like("bulk/49*"), new Filter.Size(Relation.MORE, 5))))) {
            RangeReader.Query page = RangeReader.query(big, filter.range(), JdbcObjectIndex.bounds(2_000));

            assertThat(plan(page))
                    .contains("Index Scan")
                    .doesNotContain("Seq Scan")
                    .containsPattern("Index Cond: .*key < ");
        }
    }

    @Test
    void rowsWhoseKeysDoNotFitAreNotRead() {
        RangeReader.Query page = RangeReader.matching(
                big(), like("bulk/49*").range(), JdbcObjectIndex.bounds(2_000), new Glob("bulk/49*7"));

        assertThat(plan(page))
                .contains("Index Only Scan using object_info")
                .doesNotContain("Seq Scan")
                .containsPattern("Filter: .*key ~~ 'bulk/49%7'");
    }

    @Test
    void planThatWasMadeWhenThereWereFewRowsReadsThemOnceAtMost() {
        RangeReader.Query page = RangeReader.matching(
                big(), like("bulk/49*").range(), JdbcObjectIndex.bounds(2_000), new Glob("bulk/49*7"));

        String plan = plan("EXPLAIN ANALYZE ", page, "enable_indexscan", "enable_indexonlyscan", "enable_bitmapscan");

        assertThat(plan.lines().filter(line -> line.contains("Seq Scan on object_info")))
                .isNotEmpty()
                .allMatch(line -> line.contains("loops=1)"));
    }

    @Test
    void partsWithoutAnythingThatFitsAreNotTheEnd() {
        JdbcSearchTables tables = new JdbcSearchTables(stores.database);
        KeyRange range = like("bulk/*").range();
        Optional<Glob> pattern = Optional.of(new Glob("bulk/*9999"));

        List<String> found = new ArrayList<>();
        int parts = 0;
        for (Optional<String> next = Optional.of(range.from()); next.isPresent(); parts++) {
            SearchTables.Part part =
                    tables.objects(big(), range.and(KeyRange.from(next.get())), pattern, ENOUGH_FOR_AN_INDEX / 20);
            part.objects().forEach(each -> found.add(each.key().value()));
            next = part.next();
        }

        assertThat(found).containsExactly("bulk/19999", "bulk/29999", "bulk/39999", "bulk/49999", "bulk/9999");
        assertThat(parts).isEqualTo(21);
    }

    @Test
    void pageOfAWholeBucketIsReadByTheIndexToo() {
        RangeReader.Query page = RangeReader.query(big(), like("*x*").range(), JdbcObjectIndex.bounds(2_000));

        assertThat(plan(page)).contains("Index").doesNotContain("Seq Scan");
    }

    /** The plan as if no table were small enough for a sequential scan. */
    private static String plan(RangeReader.Query page) {
        return plan("EXPLAIN ", page, "enable_seqscan");
    }

    /** The plan as if PostgreSQL had no scans of these kinds. */
    private static String plan(String explain, RangeReader.Query page, String... without) {
        return stores.database.transact(connection -> {
            for (String kind : without) {
                Database.update(connection, "SET LOCAL " + kind + " = off");
            }
            return String.join(
                    "\n",
                    Database.all(
                            connection,
                            explain + page.sql(),
                            row -> row.getString(1),
                            page.values().toArray()));
        });
    }

    private static BucketId big() {
        return stores.database
                .first("SELECT id FROM bucket WHERE name = 'theirs'", row -> new BucketId(row.getLong(1)))
                .orElseThrow();
    }

    private static ObjectSearch search() {
        return new ObjectSearch(new JdbcSearchTables(stores.database), () -> 0);
    }

    private static Filter like(String pattern) {
        return new Filter.KeyLike(new Glob(pattern), true);
    }

    private static String key(Map.Entry<ObjectAddress, ObjectFacts> object) {
        return object.getKey().key().value();
    }

    private static int compare(Map.Entry<ObjectAddress, ObjectFacts> object, String key) {
        return ObjectKey.compareUtf8(key(object), key);
    }

    private static ObjectAddress address(FoundObject found) {
        return new ObjectAddress(found.bucket().id(), found.key());
    }

    private static ObjectFacts facts(int number) {
        return new ObjectFacts(number, "etag-" + number, TIME.plusSeconds(number), null);
    }

    private static BucketId bucket(StoreFixture.Holder holder, String name) {
        return stores.bucket(holder, name).id();
    }
}
