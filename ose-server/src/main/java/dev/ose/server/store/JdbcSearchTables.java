package dev.ose.server.store;

import dev.ose.s3.BucketName;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.object.KeyRange;
import dev.ose.server.search.Glob;
import dev.ose.server.search.SearchTables;
import dev.ose.server.search.SearchedBucket;
import dev.ose.server.tenancy.TenantId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads what there is to search by indexes. */
public final class JdbcSearchTables implements SearchTables {

    private static final String BUCKETS = """
            SELECT b.id, b.name, u.name FROM bucket b
                JOIN tenant_user u ON u.tenant_id = b.tenant_id AND u.id = b.owner_id
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

    private final Database database;

    public JdbcSearchTables(Database database) {
        this.database = database;
    }

    /**
     * Two looks into indexes for each bucket, instead of a round trip for each that has nothing. The last segment that begins
     * below the end of the range is the one that reaches furthest into it.
     */
    @Override
    public List<SearchedBucket> buckets(TenantId tenant, KeyRange range, long fromId, int limit) {
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
                        new BucketId(row.getLong(1)), new BucketName(row.getString(2)), row.getString(3)),
                values.toArray());
    }

    @Override
    public Part objects(BucketId bucket, KeyRange range, Optional<Glob> pattern, int limit) {
        IndexWindow.Bounds bounds = JdbcObjectIndex.bounds(limit);
        IndexWindow window = database.query(connection -> pattern.isPresent()
                ? IndexWindow.matching(connection, bucket, range, bounds, pattern.get())
                : IndexWindow.read(connection, bucket, range, bounds));
        return new Part(window.objects(), window.next());
    }
}
