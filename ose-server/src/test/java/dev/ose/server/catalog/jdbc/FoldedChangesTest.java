package dev.ose.server.catalog.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ose.s3.ObjectKey;
import dev.ose.server.accounting.usage.Usage;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.catalog.KeyRange;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.catalog.ObjectIndex;
import dev.ose.server.database.StoreFixture;
import dev.ose.server.ledger.jdbc.JdbcLedgerHarness;
import dev.ose.server.ledger.jdbc.WritingNode;
import dev.ose.testkit.PostgresFixture;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects that leave their segments by the statement that changes them. */
class FoldedChangesTest {

    @RegisterExtension
    static final PostgresFixture postgres = PostgresFixture.migrated();

    private static final Instant TIME = Instant.parse("2026-01-01T00:00:00Z");
    private static final String MD5 = "5d41402abc4b2a76b9719d911017c592";

    private static final String WEBHOOK = """
            INSERT INTO webhook (tenant_id, bucket_id, bucket, target, prefix, suffix, created, removed)
            SELECT tenant_id, id, name, 'http://127.0.0.1:1/', '', '', false, true FROM bucket WHERE id = ? RETURNING id
            """;

    private static WritingNode writer;
    private static StoreFixture stores;

    private Bucket bucket;
    private JdbcObjectIndex index;

    @BeforeAll
    static void open() {
        writer = new WritingNode(postgres.database(), "folded");
        stores = writer.stores;
    }

    @AfterAll
    static void close() {
        writer.close();
    }

    /** Six objects in two segments, each with another size, entity tag and version. */
    @BeforeEach
    void fold() {
        String name = "folded-" + System.nanoTime();
        bucket = stores.bucket(stores.holder(name), name);
        for (int i = 0; i < 6; i++) {
            writer.write(bucket, "key-" + i, facts(i));
        }
        assertThat(CompactionFixture.all(stores.database, bucket.id())).isEqualTo(6);
        index = new JdbcObjectIndex(stores.database);
    }

    private static ObjectFacts facts(int number) {
        String tag =
                switch (number) {
                    case 0 -> "";
                    case 1 -> MD5 + "-7";
                    case 2 -> "not an MD5";
                    default -> MD5.substring(1) + number;
                };
        return new ObjectFacts(number + 1, tag, TIME.plusSeconds(number), "v" + number);
    }

    private ObjectAddress address(int number) {
        return new ObjectAddress(bucket.id(), new ObjectKey("key-" + number));
    }

    private Map<ObjectAddress, FoldedObject> located(int... numbers) {
        return stores.database.query(connection -> located(connection, numbers));
    }

    private Map<ObjectAddress, FoldedObject> located(Connection connection, int... numbers) throws SQLException {
        List<ObjectAddress> addresses =
                IntStream.of(numbers).mapToObj(this::address).toList();
        return new TreeMap<>(SegmentObjects.locate(connection, addresses));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyPlaceOfAnEntityTagIsRight(boolean isOfAnOlderRelease) {
        if (isOfAnOlderRelease) {
            CompactionFixture.becomeOlder(stores.database, bucket.id());
        }
        Map<ObjectAddress, FoldedObject> located = located(0, 1, 2, 3, 4, 5, 6);

        assertThat(located).hasSize(6);
        for (int i = 0; i < 6; i++) {
            FoldedObject each = Objects.requireNonNull(located.get(address(i)));
            byte[] tag = stores.database
                    .first(
                            "SELECT substr(data, ? + 1, ?) FROM object_segment WHERE bucket_id = ? AND first_key <= ?"
                                    + " ORDER BY first_key DESC LIMIT 1",
                            row -> row.getBytes(1),
                            each.tagAt(),
                            each.tagLength(),
                            bucket.id(),
                            "key-" + i)
                    .orElseThrow();
            assertThat(new ObjectFacts(
                            each.sizeBytes(),
                            ETagCodec.unpack(tag),
                            SegmentCodec.instant(each.modifiedMicros()),
                            each.versionId()))
                    .isEqualTo(facts(i));
        }
    }

    /** What a transaction found in a segment counts only as long as it is there. */
    @Test
    void objectThatHasLeftItsSegmentIsNotTakenOutAgain() {
        Map<ObjectAddress, FoldedObject> found = located(1, 2, 3);
        writer.write(bucket, "key-1", facts(1));
        writer.delete(bucket, "key-2");
        writer.delete(bucket, "key-3");
        ObjectFacts next = new ObjectFacts(99, "", TIME, "v1");

        stores.database.transact(connection -> {
            ObjectSql sql = new ObjectSql(connection);
            sql.writeRows(Map.of(address(1), next), only(found, 1));
            sql.deleteRows(List.of(address(2)), only(found, 2));
            sql.hideRows(Map.of(address(3), "marker"), only(found, 3));
            sql.execute();
            return true;
        });

        assertThat(count("object_tombstone")).isEqualTo(3);
        assertThat(index.get(address(1))).hasValue(next);
        assertThat(index.get(address(2))).isEmpty();
        assertThat(index.get(address(3))).isEmpty();
        assertThat(older()).containsExactly("key-3 marker 0");
        assertCounted(1, 0);
    }

    private Map<ObjectAddress, FoldedObject> only(Map<ObjectAddress, FoldedObject> found, int number) {
        return Map.of(address(number), Objects.requireNonNull(found.get(address(number))));
    }

    @Test
    void hiddenObjectBecomesAnOlderVersionWithoutARowBetween() {
        stores.database.transact(connection -> {
            ObjectSql sql = new ObjectSql(connection);
            sql.hideRows(new TreeMap<>(Map.of(address(2), "m2", address(6), "m6")), located(connection, 2));
            sql.execute();
            return true;
        });

        assertThat(index.get(address(2))).isEmpty();
        assertThat(index.range(bucket.id(), KeyRange.ALL, 10)).hasSize(5);
        assertThat(older()).containsExactly("key-2 m2 0", "key-2 v2 3", "key-6 m6 0");
        assertThat(count("object_info")).isZero();
        assertCounted(3, 3);
        CompactionFixture.all(stores.database, bucket.id());
        assertThat(count("object_tombstone")).isZero();
        assertThat(index.range(bucket.id(), KeyRange.ALL, 10)).hasSize(5);
        assertCounted(3, 3);
    }

    /** A node that ends between the statement and the commit. */
    @Test
    void changeThatIsNotCommittedLeavesTheObjectWhereItIs() {
        stores.database.query(connection -> {
            connection.setAutoCommit(false);
            ObjectSql sql = new ObjectSql(connection);
            sql.writeRows(Map.of(address(0), facts(9)), located(connection, 0));
            sql.deleteRows(List.of(address(1)), located(connection, 1));
            sql.hideRows(Map.of(address(2), "m"), located(connection, 2));
            sql.execute();
            connection.rollback();
            connection.setAutoCommit(true);
            return true;
        });

        for (int i = 0; i < 6; i++) {
            assertThat(index.get(address(i))).hasValue(facts(i));
        }
        assertThat(count("object_info") + count("object_tombstone") + count("object_version"))
                .isZero();
        assertCounted(0, 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eventsOfRemovedObjectsContainTheirEntityTags(boolean isOfAnOlderRelease) {
        if (isOfAnOlderRelease) {
            CompactionFixture.becomeOlder(stores.database, bucket.id());
        }
        long webhook = stores.database
                .first(WEBHOOK, row -> row.getLong(1), bucket.id())
                .orElseThrow();

        stores.database.transact(connection -> {
            ObjectSql sql = new ObjectSql(connection);
            sql.deleteRows(List.of(address(1), address(2), address(4)), located(connection, 1, 2, 4));
            sql.hideRows(new TreeMap<>(Map.of(address(0), "m0", address(5), "m5")), located(connection, 0, 5));
            sql.execute();
            return true;
        });

        List<String> events = stores.database.all(
                "SELECT key, etag FROM event WHERE webhook_id = ? ORDER BY key",
                row -> row.getString(1) + ' ' + ETagCodec.unpack(row.getBytes(2)),
                webhook);
        stores.database.update("DELETE FROM event WHERE webhook_id = ?", webhook);
        stores.database.update("DELETE FROM webhook WHERE id = ?", webhook);
        assertThat(events)
                .containsExactly(
                        "key-0 ",
                        "key-1 " + facts(1).etag(),
                        "key-2 " + facts(2).etag(),
                        "key-4 " + facts(4).etag(),
                        "key-5 " + facts(5).etag());
    }

    private List<String> older() {
        return stores.database.all(
                "SELECT key, version_id, size_bytes FROM object_version WHERE bucket_id = ? ORDER BY 1, 2",
                row -> row.getString(1) + ' ' + row.getString(2) + ' ' + row.getLong(3),
                bucket.id());
    }

    /** The counters equal what is there. */
    private void assertCounted(long olderVersions, long olderBytes) {
        ObjectIndex.Count count = index.count(bucket.id());
        try (JdbcLedgerHarness world = new JdbcLedgerHarness(stores.database, bucket.id())) {
            assertThat(world.recorded())
                    .isEqualTo(new Usage(count.objects(), count.storedBytes(), 0, olderVersions, olderBytes));
        }
    }

    private long count(String table) {
        return stores.database
                .first("SELECT count(*) FROM " + table + " WHERE bucket_id = ?", row -> row.getLong(1), bucket.id())
                .orElseThrow();
    }
}
