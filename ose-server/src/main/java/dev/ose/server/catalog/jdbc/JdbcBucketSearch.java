package dev.ose.server.catalog.jdbc;

import dev.ose.server.catalog.search.BucketProperty;
import dev.ose.server.catalog.search.BucketSearch;
import dev.ose.server.catalog.search.FoundBucket;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.tenant.CanonicalId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Searches rows of buckets. Values are always bound; the SQL text depends only on the shape of the query. */
public final class JdbcBucketSearch implements BucketSearch {

    private static final String OF_TENANT = "b.tenant_id = ?";
    private static final String OF_USER = "b.tenant_id = ? AND b.owner_id = ?";
    private static final String SHARED_WITH = """
            b.tenant_id <> ?
                AND EXISTS (SELECT 1 FROM bucket_grant g WHERE g.bucket_id = b.id
                    AND g.tenant_id = ? AND (g.user_id IS NULL OR g.user_id = ?))
                AND EXISTS (SELECT 1 FROM tenant t WHERE t.id = b.tenant_id AND t.status = 'ACTIVE')
            """;

    private final Database database;
    private final CatchUp catchUp;

    /** For rows that never lag behind. */
    public JdbcBucketSearch(Database database) {
        this(database, CatchUp.NOT_NEEDED);
    }

    public JdbcBucketSearch(Database database, CatchUp catchUp) {
        this.database = database;
        this.catchUp = catchUp;
    }

    @Override
    public Page find(Whose whose, Question question) {
        catchUp.ofAll();
        FilterSql scope =
                switch (whose) {
                    case Whose.OfTenant of -> new FilterSql(OF_TENANT, List.of(of.tenant()));
                    case Whose.OfUser of -> new FilterSql(OF_USER, List.of(of.tenant(), of.user()));
                    case Whose.SharedWith with ->
                        new FilterSql(SHARED_WITH, List.of(with.tenant(), with.tenant(), with.user()));
                };
        FilterSql statement = statement(scope, question);
        List<Row> rows =
                database.all(statement.text(), Row::of, statement.values().toArray());
        return new Page(
                rows.stream().flatMap(row -> row.found().stream()).toList(),
                rows.getFirst().total());
    }

    /**
     * One snapshot, so that the total matches the page. Recent usage deltas are summed first, because there are few.
     */
    private static FilterSql statement(FilterSql scope, Question question) {
        FilterSql condition = FilterSql.of(question.filter());
        List<Object> values = new ArrayList<>(scope.values());
        values.addAll(condition.values());
        values.add(question.limit());
        values.add(question.offset());
        String order = column(question.orderBy()) + (question.isDescending() ? " DESC" : "");
        String sql = """
                WITH recent AS MATERIALIZED (
                    SELECT bucket_id, sum(objects) AS objects, sum(bytes) AS bytes FROM usage_delta GROUP BY bucket_id
                ), listed AS (
                    SELECT b.id, b.name, b.tenant_id, b.owner_id, b.platform_id, b.region, b.created_at,
                        b.may_have_versions, b.client_conditions, b.log_target, b.log_prefix, b.log_keys,
                        u.canonical_id, u.name AS owner_name,
                        (coalesce(c.objects, 0) + coalesce(r.objects, 0))::bigint AS objects,
                        (coalesce(c.bytes, 0) + coalesce(r.bytes, 0))::bigint AS bytes
                    FROM bucket b
                        JOIN tenant_user u ON u.tenant_id = b.tenant_id AND u.id = b.owner_id
                        LEFT JOIN usage_bucket c ON c.bucket_id = b.id
                        LEFT JOIN recent r ON r.bucket_id = b.id
                    WHERE b.state <> 'CREATING' AND %1$s
                ), wanted AS MATERIALIZED (
                    SELECT * FROM listed WHERE %2$s
                )
                SELECT %3$s, p.canonical_id, p.owner_name, p.objects, p.bytes, t.total
                FROM (SELECT count(*) AS total FROM wanted) t
                    LEFT JOIN LATERAL (SELECT * FROM wanted ORDER BY %4$s, name LIMIT ? OFFSET ?) p ON true
                ORDER BY %4$s, name
                """.formatted(scope.text(), condition.text(), RowMappers.BUCKET, order);
        return new FilterSql(sql, values);
    }

    /** The column of {@code listed} for the property. */
    static String column(BucketProperty property) {
        return switch (property) {
            case NAME -> "name";
            case CREATED -> "created_at";
            case REGION -> "region";
            case OWNER -> "owner_name";
            case OBJECTS -> "objects";
            case BYTES -> "bytes";
        };
    }

    /** A row of the page; an empty page has one row with the total only. */
    private record Row(List<FoundBucket> found, long total) {

        static Row of(ResultSet row) throws SQLException {
            long total = row.getLong("total");
            return row.getString("name") == null
                    ? new Row(List.of(), total)
                    : new Row(
                            List.of(new FoundBucket(
                                    RowMappers.bucket(row),
                                    new CanonicalId(row.getString("canonical_id")),
                                    row.getString("owner_name"),
                                    row.getLong("objects"),
                                    row.getLong("bytes"))),
                            total);
        }
    }
}
