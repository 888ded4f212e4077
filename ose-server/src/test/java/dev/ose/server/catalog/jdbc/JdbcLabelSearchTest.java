package dev.ose.server.catalog.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.label.DueLabels;
import dev.ose.server.catalog.label.Labels;
import dev.ose.server.catalog.rsql.ObjectFilters;
import dev.ose.server.catalog.search.Filter;
import dev.ose.server.catalog.search.ObjectSearch;
import dev.ose.server.catalog.search.ObjectSearch.Page;
import dev.ose.server.catalog.search.ObjectSearch.Position;
import dev.ose.server.database.Database;
import dev.ose.server.database.StoreFixture;
import dev.ose.testkit.PostgresFixture;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The search by labels on the real database. */
class JdbcLabelSearchTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");
    private static final int OBJECTS = 1_300;
    private static final int ENOUGH_FOR_AN_INDEX = 50_000;

    /** Labels are known up to here. */
    private static final int KNOWN = 1_200;

    private static StoreFixture stores;
    private static StoreFixture.Holder holder;
    private static JdbcLabelQueue queue;
    private static Bucket labelled;
    private static Bucket filling;

    @BeforeAll
    static void fill() {
        stores = new StoreFixture(postgres.database());
        queue = new JdbcLabelQueue(stores.database);
        holder = stores.holder("label-searcher");
        labelled = stores.bucket(holder, "labelled");
        filling = stores.bucket(holder, "filling");
        Bucket plain = stores.bucket(holder, "plain");
        stores.bucket(holder, "empty");
        StoreFixture.Holder stranger = stores.holder("label-owner");
        Bucket theirs = stores.bucket(stranger, "theirs");
        for (Bucket each : List.of(labelled, filling, theirs)) {
            new JdbcBucketLabels(stores.database).keep(each.tenant(), each.id());
        }
        stores.database.update("UPDATE labelled_bucket SET state = 'FILLED' WHERE bucket_id = ?", labelled.id());
        write(labelled, OBJECTS);
        write(filling, 3);
        write(plain, 3);
        write(theirs, 3);
        for (List<DueLabels> due = queue.claim(100); !due.isEmpty(); due = queue.claim(100)) {
            due.forEach(each -> queue.settle(each, labels(number(each.address()))));
        }
        // Half of the objects, so that both rows and segments are searched.
        CompactionFixture.until(stores.database, labelled.id(), TIME.plusSeconds(OBJECTS / 2));
        // Labels of a just deleted object.
        queue.note(address(labelled, 9_999));
        queue.settle(queue.claim(1).getFirst(), labels(0));
        stores.database.transact(connection -> {
            // VACUUM marks rows as visible only after their commit is flushed.
            Database.update(connection, "SET LOCAL synchronous_commit = on");
            return Database.update(connection, """
                    INSERT INTO object_label_value (bucket_id, hash, key)
                    SELECT ?, n % 10, 'bulk/' || n FROM generate_series(1, ?) n
                    """, theirs.id(), ENOUGH_FOR_AN_INDEX);
        });
        stores.database.update("VACUUM ANALYZE object_label_value");
    }

    @AfterAll
    static void close() {
        stores.close();
    }

    private static Optional<Labels> labels(int number) {
        if (number >= KNOWN) {
            return Optional.empty();
        }
        Labels.Collector labels = new Labels.Collector()
                .contentType(number % 2 == 0 ? "image/png" : "text/plain; charset=utf-8")
                .tag("group", "g" + number % 7)
                .metadata("note", "'; DROP TABLE object_label; --");
        if (number % 3 == 0) {
            labels.tag("my tag", "");
        }
        return Optional.of(labels.labels());
    }

    private static void write(Bucket to, int count) {
        Map<ObjectAddress, ObjectFacts> rows = new HashMap<>();
        for (int i = 0; i < count; i++) {
            rows.put(address(to, i), new ObjectFacts(i, "e" + i, TIME.plusSeconds(i), null));
        }
        stores.write(rows);
    }

    private static ObjectAddress address(Bucket of, int number) {
        return new ObjectAddress(of.id(), new ObjectKey("k" + number));
    }

    private static int number(ObjectAddress address) {
        return Integer.parseInt(address.key().value().substring(1));
    }

    /** A filter, and the objects that it must find among those with known labels. */
    record Case(String filter, IntPredicate wanted) {
        @Override
        public String toString() {
            return filter;
        }
    }

    static List<Case> cases() {
        return List.of(
                new Case("tag.group==g3", i -> i % 7 == 3),
                new Case("tag.group==g3;tag.group==g4", i -> false),
                new Case("tag.group==g3;key==k1*", i -> i % 7 == 3 && ("" + i).startsWith("1")),
                new Case("tag.group==g3;size=gt=1000", i -> i % 7 == 3 && i > 1_000),
                new Case("tag.group!=g3", i -> i % 7 != 3),
                new Case("tag.group=in=(g1,g2)", i -> i % 7 == 1 || i % 7 == 2),
                new Case("tag.group=out=(g1,g2,g3)", i -> i % 7 == 0 || i % 7 > 3),
                new Case("tag.group==G3", i -> false),
                new Case("tag.none==x", i -> false),
                new Case("tag.none!=x", i -> true),
                new Case("tag.my%20tag==''", i -> i % 3 == 0),
                new Case("tag.my%20tag==*", i -> i % 3 == 0),
                new Case("tag.my%20tag!=*", i -> i % 3 != 0),
                new Case("contentType==image/*", i -> i % 2 == 0),
                new Case("contentType==image/png", i -> i % 2 == 0),
                new Case("contentType=='text/plain; charset=utf-8';tag.group==g5", i -> i % 2 == 1 && i % 7 == 5),
                new Case("meta.Note==\"'; DROP TABLE object_label; --\";tag.group==g6", i -> i % 7 == 6),
                new Case("meta.note==*DROP*;contentType!=image/png", i -> i % 2 == 1),
                new Case("tag.%27%20OR%201%3D1--==\"' OR 1=1\"", i -> false),
                new Case("tag.group==\"g3' OR '1'='1\"", i -> false));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void exactlyWhatHasTheLabelsIsFoundInOrderWhateverTheSizeOfPages(Case asked) {
        Function<Bucket, Integer> known = bucket -> bucket.equals(labelled) ? KNOWN : 3;
        List<ObjectAddress> expected = List.of(labelled, filling).stream()
                .flatMap(bucket -> IntStream.range(0, known.apply(bucket))
                        .filter(asked.wanted())
                        .mapToObj(i -> address(bucket, i)))
                .sorted()
                .toList();

        for (int limit : new int[] {1_000, 7}) {
            assertThat(findAll(asked.filter(), limit)).as("pages of %d", limit).isEqualTo(expected);
        }
    }

    @Test
    void whatElseAFilterAsksForFindsObjectsWithoutLabelsToo() {
        assertThat(findAll("tag.group==g1,size==2;bucket==plain", 1_000))
                .extracting(each -> each.key().value())
                .contains("k2", "k1");
        assertThat(findAll("size==" + (KNOWN + 1) + ",tag.none==x", 1_000))
                .containsExactly(address(labelled, KNOWN + 1));
    }

    @Test
    void bucketsWhoseLabelsAreNotKnownAreNamedWhereTheyWouldMatter() {
        assertThat(find("tag.group==g1").unlabelled())
                .containsExactly(new BucketName("filling"), new BucketName("plain"));
        assertThat(find("tag.group==g1;bucket==labelled").unlabelled()).isEmpty();
        assertThat(find("tag.group==g1;bucket==pl*").unlabelled()).containsExactly(new BucketName("plain"));
        assertThat(find("size==1").unlabelled()).isEmpty();
    }

    @Test
    void labelIsLookedUpInTheIndexOnlyAndInTheOrderOfKeys() {
        for (String more : List.of("", ";key==bulk/4*")) {
            Filter filter = ObjectFilters.read("tag.group==x" + more);
            RangeReader.Query query = JdbcSearchTables.labelledKeys(
                    labelled.id(), filter.range(), filter.commonLabel().orElseThrow(), 500);

            assertThat(plan(query))
                    .contains("Index Only Scan using object_label_value_pkey")
                    .containsPattern("Index Cond: .*hash = .*key >= ")
                    .doesNotContain("Sort")
                    .doesNotContain("Seq Scan");
        }
    }

    private static String plan(RangeReader.Query query) {
        return stores.database.transact(connection -> {
            // Disabled on connections of nodes, which would hide a Seq Scan from the test.
            Database.update(connection, "SET LOCAL enable_seqscan = on");
            return String.join(
                    "\n",
                    Database.all(
                            connection,
                            "EXPLAIN " + query.sql(),
                            row -> row.getString(1),
                            query.values().toArray()));
        });
    }

    private static Page find(String filter) {
        return search().find(holder.tenant().id(), ObjectFilters.read(filter), Position.START, 1_000);
    }

    private static List<ObjectAddress> findAll(String filter, int limit) {
        List<ObjectAddress> found = new ArrayList<>();
        Optional<Position> next = Optional.of(Position.START);
        while (next.isPresent()) {
            Page page = search().find(holder.tenant().id(), ObjectFilters.read(filter), next.get(), limit);
            assertThat(page.found()).hasSizeLessThanOrEqualTo(limit);
            page.found()
                    .forEach(each -> found.add(new ObjectAddress(each.bucket().id(), each.key())));
            next = page.next();
        }
        return found;
    }

    private static ObjectSearch search() {
        return new ObjectSearch(new JdbcSearchTables(stores.database), () -> 0);
    }
}
