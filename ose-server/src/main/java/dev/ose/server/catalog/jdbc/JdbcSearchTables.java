package dev.ose.server.catalog.jdbc;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.IndexedObject;
import dev.ose.server.catalog.KeyRange;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.label.LabelState;
import dev.ose.server.catalog.label.Labels;
import dev.ose.server.catalog.search.Filter;
import dev.ose.server.catalog.search.Glob;
import dev.ose.server.catalog.search.SearchTables;
import dev.ose.server.catalog.search.SearchedBucket;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.tenant.TenantId;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads search candidates through indexes. */
public final class JdbcSearchTables implements SearchTables {

    private static final String BUCKETS = """
            SELECT b.id, b.name, u.name, coalesce(l.state, 'OFF') FROM bucket b
                JOIN tenant_user u ON u.tenant_id = b.tenant_id AND u.id = b.owner_id
                LEFT JOIN labelled_bucket l ON l.bucket_id = b.id
            WHERE b.tenant_id = ? AND b.state = 'ACTIVE' AND b.id >= ?
                AND coalesce(
                    (SELECT true FROM object_info o WHERE o.bucket_id = b.id AND o.key >= ? %s LIMIT 1),
                    (SELECT s.last_key >= ? %s FROM object_segment s WHERE s.bucket_id = b.id %s
                        ORDER BY s.first_key DESC LIMIT 1))
            ORDER BY b.id LIMIT ?
            """;
    private static final String WITH_LATER = BUCKETS.formatted("", "", "");
    private static final String WITH_RANGE = BUCKETS.formatted("AND o.key < ?", "", "AND s.first_key < ?");
    private static final String WITH_KEY = BUCKETS.formatted(
            "AND o.key < ?",
            "AND (SELECT " + SegmentFilter.MAY_HAVE + " FROM (SELECT ?::bigint AS hash) k)",
            "AND s.first_key < ?");

    private static final String KEYS = """
            SELECT key FROM object_label_value WHERE bucket_id = ? AND hash = ? AND key >= ? %s ORDER BY key LIMIT ?
            """;
    private static final String KEYS_FROM = KEYS.formatted("");
    private static final String KEYS_BELOW = KEYS.formatted("AND key < ?");

    private static final String ROWS =
            "SELECT " + RangeReader.OBJECT + " FROM object_info WHERE bucket_id = ? AND key = ANY (?)";

    private final Database database;
    private final CatchUp catchUp;

    /** For rows that never lag behind. */
    public JdbcSearchTables(Database database) {
        this(database, CatchUp.NOT_NEEDED);
    }

    public JdbcSearchTables(Database database, CatchUp catchUp) {
        this.database = database;
        this.catchUp = catchUp;
    }

    /**
     * Two index lookups for each bucket, instead of a round trip for each empty one. The last segment that begins below
     * the end of the range reaches furthest into it.
     */
    @Override
    public List<SearchedBucket> buckets(TenantId tenant, KeyRange range, long fromId, int limit) {
        catchUp.ofAll();
        List<Object> values = new ArrayList<>(List.of(tenant, fromId, range.from()));
        range.below().ifPresent(values::add);
        values.add(range.from());
        if (range.isOneKey()) {
            values.add(SegmentFilter.hash(range.from().getBytes(StandardCharsets.UTF_8)));
        }
        range.below().ifPresent(values::add);
        values.add(limit);
        String sql = range.isOneKey() ? WITH_KEY : range.below().isPresent() ? WITH_RANGE : WITH_LATER;
        return database.all(
                sql,
                row -> new SearchedBucket(
                        new BucketId(row.getLong(1)),
                        new BucketName(row.getString(2)),
                        row.getString(3),
                        LabelState.valueOf(row.getString(4))),
                values.toArray());
    }

    @Override
    public Part objects(BucketId bucket, KeyRange range, Optional<Glob> pattern, int limit) {
        catchUp.of(bucket);
        RangeReader.Bounds bounds = JdbcObjectIndex.bounds(limit);
        RangeReader window = database.query(connection -> pattern.isPresent()
                ? RangeReader.matching(connection, bucket, range, bounds, pattern.get())
                : RangeReader.read(connection, bucket, range, bounds));
        return new Part(window.objects(), window.next());
    }

    /** In one snapshot: otherwise an object that is compacted in between would be found in neither place. */
    @Override
    public Part labelled(BucketId bucket, KeyRange range, Filter.Label label, int limit) {
        catchUp.of(bucket);
        RangeReader.Query query = labelledKeys(bucket, range, label, limit);
        return database.snapshot(connection -> {
            List<String> keys = Database.all(
                    connection,
                    query.sql(),
                    row -> row.getString(1),
                    query.values().toArray());
            Optional<String> next = keys.size() < limit ? Optional.empty() : Optional.of(KeyRange.next(keys.getLast()));
            return new Part(objects(connection, bucket, keys), next);
        });
    }

    /** The statement for the keys that have a label. */
    static RangeReader.Query labelledKeys(BucketId bucket, KeyRange range, Filter.Label label, int limit) {
        List<Object> values = new ArrayList<>(
                List.of(bucket, LabelCodec.hash(label.name(), label.pattern().text()), range.from()));
        range.below().ifPresent(values::add);
        values.add(limit);
        return new RangeReader.Query(range.below().isPresent() ? KEYS_BELOW : KEYS_FROM, values);
    }

    /** Labels without an object are skipped: they are deleted a moment after it. */
    private static List<IndexedObject> objects(Connection connection, BucketId bucket, List<String> keys)
            throws SQLException {
        Map<ObjectKey, IndexedObject> found = new TreeMap<>();
        Database.all(connection, ROWS, RangeReader::object, bucket, connection.createArrayOf("text", keys.toArray()))
                .forEach(each -> found.put(each.key(), each));
        List<ObjectAddress> missing = keys.stream()
                .map(ObjectKey::new)
                .filter(key -> !found.containsKey(key))
                .map(key -> new ObjectAddress(bucket, key))
                .toList();
        if (!missing.isEmpty()) {
            SegmentObjects.find(connection, missing)
                    .forEach((address, facts) -> found.put(address.key(), new IndexedObject(address.key(), facts)));
        }
        return List.copyOf(found.values());
    }

    @Override
    public Map<ObjectKey, Labels> labels(BucketId bucket, List<IndexedObject> objects) {
        Object[] keys = objects.stream().map(each -> each.key().value()).toArray();
        Map<ObjectKey, Labels> labels = new HashMap<>();
        database.query(connection -> Database.all(
                connection,
                "SELECT key, labels FROM object_label WHERE bucket_id = ? AND key = ANY (?)",
                row -> labels.put(new ObjectKey(row.getString(1)), LabelCodec.unpack(RowMappers.texts(row, 2))),
                bucket,
                connection.createArrayOf("text", keys)));
        return labels;
    }
}
