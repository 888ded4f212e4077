package dev.ose.server.catalog.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.KeyRange;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.listing.ListingRequest;
import dev.ose.server.catalog.listing.ObjectListing;
import dev.ose.server.catalog.listing.ObjectPage;
import dev.ose.server.catalog.listing.Position;
import dev.ose.server.database.Database;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.ledger.jdbc.JdbcNodeTable;
import dev.ose.testkit.PostgresFixture;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Pages of a big bucket, some of it folded, while sixteen writers change it. What a page costs is counted in reads and
 * rows, never in time. {@code -Dose.listing.keys=1500000} makes the bucket as big as those of customers.
 */
@Timeout(900)
class ListingScaleTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    private static final int KEYS = Integer.getInteger("ose.listing.keys", 50_000);
    private static final int KEYS_AT_ONCE = 50_000;
    private static final int YEARS = 10;
    private static final int FOLDED_YEARS = 3;
    private static final int MONTHS = 12;
    private static final int DAYS = 28;
    private static final int WRITERS = 16;

    /** What is read at a time behind a common prefix, and twice that while keys stand for themselves. */
    private static final int FEW = 32;

    private static final Instant OLD = Instant.ofEpochSecond(1_000_000);

    private static StoreFixture stores;
    private static Database reader;
    private static BucketId bucket;
    private static ExecutorService threads;
    private static final ScheduledExecutorService LEASE = Executors.newSingleThreadScheduledExecutor();
    private static Future<?> renewals;
    private static final List<Future<Integer>> writers = new ArrayList<>();
    private static final AtomicBoolean isOver = new AtomicBoolean();

    @BeforeAll
    static void fill() {
        stores = new StoreFixture(postgres.database());
        // Of its own, so that it need not wait for a connection of the writers.
        reader = new Database(StoreFixture.options(postgres.database()));
        StoreFixture.Holder holder = stores.holder("big");
        bucket = stores.bucket(holder, "big").id();
        stores.database.update(
                "INSERT INTO sync_run (tenant_id, bucket_id, state, finished_at) VALUES (?, ?, 'DONE', now())",
                holder.tenant().id(),
                bucket);
        renewals = keepLease();
        for (int from = 0; from < KEYS; from += KEYS_AT_ONCE) {
            insert(from, Math.min(KEYS, from + KEYS_AT_ONCE));
        }
        fold();
        write(List.of("work/stays"));
        threads = Executors.newFixedThreadPool(WRITERS);
        IntStream.range(0, WRITERS).forEach(each -> writers.add(threads.submit(() -> write(each))));
    }

    /** Rows answer listings only while every node that may have written is alive, and filling takes minutes. */
    private static Future<?> keepLease() {
        JdbcNodeTable nodes = new JdbcNodeTable(reader, "test");
        int node = nodes.register("listing");
        return LEASE.scheduleAtFixedRate(() -> nodes.renew(node, true), 0, 2, TimeUnit.SECONDS);
    }

    @AfterAll
    static void close() throws Exception {
        isOver.set(true);
        try {
            for (Future<Integer> writer : writers) {
                assertThat(writer.get()).isPositive();
            }
        } finally {
            threads.shutdownNow();
            renewals.cancel(true);
            LEASE.shutdownNow();
            reader.close();
            stores.close();
        }
    }

    @Test
    void everyKeyIsListedOnceAndInOrderWhileOthersWrite() {
        int seen = 0;
        String last = "";
        Walk walk = new Walk("logs/", "", 1_000);
        for (Optional<ObjectPage> page = walk.first(); page.isPresent(); page = walk.next()) {
            for (String key : keys(page.get())) {
                assertThat(key).isGreaterThan(last).isEqualTo(key(number(key)));
                last = key;
                seen++;
            }
            assertThat(page.get().commonPrefixes()).isEmpty();
            assertThat(walk.cost().reads()).isLessThanOrEqualTo(2);
            assertThat(walk.cost().rows()).isLessThanOrEqualTo(1_001);
        }

        assertThat(seen).isEqualTo(KEYS);
    }

    @Test
    void commonPrefixesOfEveryDepthAreWholeAndCostWhatTheyAreNotWhatIsBelow() {
        assertThat(groups("", 1_000)).containsExactly("logs/", "work/");
        assertThat(groups("logs/", 3)).containsExactlyElementsOf(names("logs/%d/", 2010, YEARS));
        for (int year : new int[] {2010, 2010 + FOLDED_YEARS - 1, 2010 + FOLDED_YEARS, 2010 + YEARS - 1}) {
            assertThat(groups("logs/" + year + "/", 5))
                    .containsExactlyElementsOf(names("logs/" + year + "/%02d/", 1, MONTHS));
            assertThat(groups("logs/" + year + "/07/", 1_000))
                    .containsExactlyElementsOf(names("logs/" + year + "/07/%02d/", 1, DAYS));
            assertThat(groups("logs/" + year + "/07/09/", 1_000)).isEmpty();
        }
    }

    @Test
    void pageStartsAfterAKeyAtAnyDepth() {
        List<String> day = new Walk("logs/2014/05/14/", "", 1_000).allKeys();
        List<String> later = names("logs/2014/05/%02d/", 15, DAYS - 14);

        assertThat(day).hasSizeBetween(KEYS / 3_360, KEYS / 3_360 + 1);
        assertThat(page("logs/2014/05/", "/", 1_000, day.getLast()).commonPrefixes())
                .isEqualTo(later);
        assertThat(page("logs/2014/05/", "/", 1_000, day.getFirst()).commonPrefixes())
                .hasSize(later.size() + 1)
                .startsWith("logs/2014/05/14/")
                .containsAll(later);
        assertThat(keys(page("logs/2014/05/14/", "/", 1_000, day.get(day.size() / 2))))
                .isEqualTo(day.subList(day.size() / 2 + 1, day.size()));
        assertThat(page("logs/2014/05/", "/", 1_000, "logs/2014/06").commonPrefixes())
                .isEmpty();
    }

    @Test
    void noStatementOfAPageReadsMoreRowsThanItReturns() {
        for (String start : List.of("logs/", "logs/2014/05/14/", "logs/2019/12/28/")) {
            RangeReader.Query query =
                    RangeReader.query(bucket, KeyRange.startingWith(start), JdbcObjectIndex.bounds(FEW));

            List<String> plan = reader.transact(connection -> Database.all(
                    connection,
                    "EXPLAIN (ANALYZE, TIMING OFF, BUFFERS OFF) " + query.sql(),
                    row -> row.getString(1),
                    query.values().toArray()));

            List<String> scans = plan.stream()
                    .filter(line -> line.contains(" on object_info"))
                    .toList();
            assertThat(scans).as(String.join("\n", plan)).isNotEmpty().allMatch(line -> line.contains("Index"));
            assertThat(scans.stream().mapToInt(ListingScaleTest::rows).sum())
                    .as(String.join("\n", plan))
                    .isLessThanOrEqualTo(FEW);
        }
    }

    /** What a plan says of a line: the rows of all its loops. */
    private static int rows(String line) {
        Matcher actual = Pattern.compile("actual rows=([0-9.]+) loops=(\\d+)").matcher(line);
        return actual.find()
                ? (int) Math.ceil(Double.parseDouble(actual.group(1)) * Integer.parseInt(actual.group(2)))
                : 0;
    }

    /** The common prefixes of all pages, which must be all that is there. */
    private static List<String> groups(String prefix, int limit) {
        List<String> groups = new ArrayList<>();
        Walk walk = new Walk(prefix, "/", limit);
        for (Optional<ObjectPage> page = walk.first(); page.isPresent(); page = walk.next()) {
            int entries =
                    page.get().commonPrefixes().size() + page.get().objects().size();
            groups.addAll(page.get().commonPrefixes());
            assertThat(walk.cost().reads()).isLessThanOrEqualTo(entries + 2);
            assertThat(walk.cost().rows()).isLessThanOrEqualTo(2 * FEW * (entries + 1));
        }
        return groups;
    }

    /** Page after page of one list. */
    private static final class Walk {

        private final CountedReads tables = new CountedReads(new JdbcListingTables(reader));
        private final ObjectListing listing =
                new ObjectListing(true, tables, () -> true, new KeyringPositions(stores.keyring));
        private final String prefix;
        private final String delimiter;
        private final int limit;
        private Optional<Position> end = Optional.empty();

        Walk(String prefix, String delimiter, int limit) {
            this.prefix = prefix;
            this.delimiter = delimiter;
            this.limit = limit;
        }

        Optional<ObjectPage> first() {
            return Optional.of(read(ListingRequest.behind(prefix, delimiter, limit, "")));
        }

        Optional<ObjectPage> next() {
            return end.map(earlier -> read(ListingRequest.behind(prefix, delimiter, limit, earlier)));
        }

        private ObjectPage read(ListingRequest question) {
            tables.reset();
            ObjectPage page = listing.page(bucket, question).orElseThrow();
            end = page.end();
            return page;
        }

        CountedReads.Cost cost() {
            return tables.cost();
        }

        List<String> allKeys() {
            List<String> all = new ArrayList<>();
            for (Optional<ObjectPage> page = first(); page.isPresent(); page = next()) {
                all.addAll(keys(page.get()));
            }
            return all;
        }
    }

    private static ObjectPage page(String prefix, String delimiter, int limit, String startAfter) {
        return new Walk(prefix, delimiter, limit).read(ListingRequest.behind(prefix, delimiter, limit, startAfter));
    }

    private static List<String> keys(ObjectPage page) {
        return page.objects().stream().map(each -> each.key().value()).toList();
    }

    private static List<String> names(String pattern, int first, int count) {
        return IntStream.range(first, first + count)
                .mapToObj(pattern::formatted)
                .toList();
    }

    /** The same as the statement of {@link #insert} makes. */
    private static String key(int number) {
        return "logs/%d/%02d/%02d/object-%08d"
                .formatted(
                        2010 + number % YEARS, 1 + number / YEARS % MONTHS, 1 + number / YEARS / MONTHS % DAYS, number);
    }

    private static int number(String key) {
        return Integer.parseInt(key.substring(key.lastIndexOf('-') + 1));
    }

    private static void insert(int from, int below) {
        stores.database.update("""
                INSERT INTO object_info (bucket_id, key, size_bytes, modified_at, etag)
                SELECT ?, format('logs/%s/%s/%s/object-%s', 2010 + n % 10, lpad((1 + n / 10 % 12)::text, 2, '0'),
                        lpad((1 + n / 120 % 28)::text, 2, '0'), lpad(n::text, 8, '0')),
                    n, CASE WHEN n % 10 < ? THEN ? ELSE now() END, ?
                FROM generate_series(?, ?) n\
                """, bucket, FOLDED_YEARS, OLD, ETagCodec.pack("tag"), from, below - 1);
    }

    private static void fold() {
        JdbcCompactionTables tables = new JdbcCompactionTables(stores.database);
        for (Optional<String> from = Optional.of(""); from.isPresent(); ) {
            Optional<String> next =
                    tables.fold(bucket, from.get(), OLD.plusSeconds(1)).next();
            tables.skipMoved(bucket, from.get(), next);
            from = next;
        }
        assertThat(stores.database.first(
                        "SELECT count(*) FROM object_segment WHERE bucket_id = ?", row -> row.getInt(1), bucket))
                .hasValueSatisfying(
                        segments -> assertThat(segments).isGreaterThan(KEYS / YEARS * FOLDED_YEARS / 1_200));
    }

    /** Overwrites objects of the list, and makes others beside it, each with its intent, until the tests are over. */
    private static int write(int writer) {
        int rounds = 0;
        for (; !isOver.get(); rounds++) {
            int decade = Math.floorMod(writer * 1_000 + rounds * 7_919, KEYS) / YEARS * YEARS;
            String beside = "work/%02d/%08d".formatted(writer, rounds);
            long operation = ((long) writer << 32) + rounds;
            stores.database.update(
                    "INSERT INTO op_intent (bucket_id, op_id, node_id, key) VALUES (?, ?, 1, ?)",
                    bucket,
                    operation,
                    beside);
            write(List.of(key(decade + FOLDED_YEARS + rounds % (YEARS - FOLDED_YEARS)), beside));
            stores.database.update("DELETE FROM op_intent WHERE op_id = ?", operation);
        }
        return rounds;
    }

    private static void write(List<String> keys) {
        TreeMap<ObjectAddress, ObjectFacts> rows = new TreeMap<>();
        keys.forEach(key -> rows.put(
                new ObjectAddress(bucket, new ObjectKey(key)), new ObjectFacts(1, "tag", Instant.now(), null)));
        stores.write(rows);
    }
}
