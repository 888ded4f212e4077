package dev.ose.server.store;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.object.ObjectFacts;
import dev.ose.server.search.Filter;
import dev.ose.server.search.FoundObject;
import dev.ose.server.search.KeyRange;
import dev.ose.server.search.SearchTables;
import dev.ose.server.search.SearchedBucket;
import dev.ose.server.tenancy.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Searches rows of objects. Values are always bound; the text of a statement depends on the shape of a filter only. */
public final class JdbcSearchTables implements SearchTables {

    private static final String BUCKETS = """
            SELECT b.id, b.name, u.name FROM bucket b
                JOIN tenant_user u ON u.tenant_id = b.tenant_id AND u.id = b.owner_id
            WHERE b.tenant_id = ? AND b.state = 'ACTIVE' AND b.id >= ?
                AND EXISTS (SELECT FROM object_info o WHERE o.bucket_id = b.id AND o.key >= ? %s)
            ORDER BY b.id LIMIT ?
            """;
    private static final String BUCKETS_WITH_LATER = BUCKETS.formatted("");
    private static final String BUCKETS_WITH_RANGE = BUCKETS.formatted("AND o.key < ?");

    private final Database database;

    public JdbcSearchTables(Database database) {
        this.database = database;
    }

    /** One look into the index for each bucket, instead of a round trip for each that has nothing. */
    @Override
    public List<SearchedBucket> buckets(TenantId tenant, KeyRange range, long fromId, int limit) {
        List<Object> values = new ArrayList<>(List.of(tenant, fromId, range.from()));
        range.below().ifPresent(values::add);
        values.add(limit);
        return database.all(
                range.below().isPresent() ? BUCKETS_WITH_RANGE : BUCKETS_WITH_LATER,
                row -> new SearchedBucket(
                        new BucketId(row.getLong(1)), new BucketName(row.getString(2)), row.getString(3)),
                values.toArray());
    }

    @Override
    public Step scan(SearchedBucket bucket, KeyRange range, String after, Filter filter, Bounds bounds) {
        FilterSql page = page(bucket.id(), range, after, filter, bounds);
        List<Seen> seen = database.all(
                page.text(),
                row -> new Seen(
                        row.getLong(1),
                        String.valueOf(row.getString(2)),
                        row.getString(3) == null ? List.of() : List.of(found(bucket, row))),
                page.values().toArray());
        List<FoundObject> found =
                seen.stream().flatMap(each -> each.found().stream()).toList();
        Seen any = seen.getFirst();
        boolean full = found.size() == bounds.limit();
        // A full page may have been cut anywhere behind its last object.
        return new Step(
                found,
                full ? found.getLast().key().value() : any.rows() == 0 ? after : any.last(),
                full || any.rows() == bounds.maxRows());
    }

    /** The statement of one step. */
    static FilterSql page(BucketId bucket, KeyRange range, String after, Filter filter, Bounds bounds) {
        List<Object> values = new ArrayList<>(List.of(bucket, after, range.from()));
        range.below().ifPresent(values::add);
        values.add(bounds.maxRows());
        FilterSql condition = FilterSql.of(filter);
        values.addAll(condition.values());
        values.add(bounds.limit());
        String sql = """
                WITH page AS MATERIALIZED (
                    SELECT key, size_bytes, etag, modified_at, version_id FROM object_info
                    WHERE bucket_id = ? AND key > ? AND key >= ? %s ORDER BY key LIMIT ?
                )
                SELECT s.seen, s.last, m.key, m.size_bytes, m.etag, m.modified_at, m.version_id
                FROM (SELECT count(*) AS seen, max(key) AS last FROM page) s
                    LEFT JOIN LATERAL (SELECT * FROM page WHERE %s ORDER BY key LIMIT ?) m ON true
                ORDER BY m.key
                """.formatted(range.below().isPresent() ? "AND key < ?" : "", condition.text());
        return new FilterSql(sql, values);
    }

    private static FoundObject found(SearchedBucket bucket, ResultSet row) throws SQLException {
        ObjectFacts facts = new ObjectFacts(
                row.getLong(4), ETagCode.unpack(row.getBytes(5)), Rows.instant(row, 6), row.getString(7));
        return new FoundObject(bucket, new ObjectKey(row.getString(3)), facts);
    }

    private record Seen(long rows, String last, List<FoundObject> found) {}
}
