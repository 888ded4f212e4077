package dev.ose.server.pagination.jdbc;

import dev.ose.server.accounting.jdbc.UsageSql;
import dev.ose.server.accounting.quota.Quota;
import dev.ose.server.database.RowMappers;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListedBucket;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The table of the list of buckets. */
final class BucketTable {

    /** Subqueries, so that a page asks for the counters of its own rows only unless it is ordered by them. */
    private static final String COUNTED = "SELECT " + RowMappers.BUCKET
            + ", state, may_have_versions AS has_versions,"
            + " coalesce((SELECT o.name FROM tenant_user o WHERE o.id = owner_id), '') AS owner_name,"
            + " (SELECT q.max_bytes FROM quota q WHERE q.bucket_id = bucket.id) AS max_bytes,"
            + " (SELECT q.max_objects FROM quota q WHERE q.bucket_id = bucket.id) AS max_objects, "
            + UsageSql.ofBucket("bucket.id") + " FROM bucket";

    private static final String TAKEN = "(b.bytes + b.part_bytes + b.older_bytes)";

    /** Of two limits the nearer one; GREATEST ignores the one that is not set. */
    private static final String PERCENT = "coalesce(greatest(" + percent(TAKEN, "b.max_bytes") + ", "
            + percent("b.objects", "b.max_objects") + "), 0)";

    static final ListTable<ListedBucket> BUCKETS = new ListTable<>(
            AdminList.BUCKETS,
            "b.*, " + PERCENT + " AS quota_percent",
            "(" + COUNTED + ") b"
                    + " WHERE b.tenant_id = ? AND (?::uuid IS NULL OR b.owner_id = ?) AND b.state <> 'CREATING'",
            Map.of(
                    "name",
                    "b.name",
                    "owner",
                    "b.owner_name",
                    "region",
                    "b.region",
                    "createdAt",
                    "b.created_at",
                    "objects",
                    "b.objects",
                    "storedBytes",
                    "b.bytes",
                    "takenBytes",
                    TAKEN,
                    "maxBytes",
                    "coalesce(b.max_bytes, " + RecordTables.NO_LIMIT + ")",
                    "maxObjects",
                    "coalesce(b.max_objects, " + RecordTables.NO_LIMIT + ")",
                    "quotaPercent",
                    PERCENT),
            BucketTable::read);

    private BucketTable() {}

    private static String percent(String used, String limit) {
        String divisor = "CASE WHEN " + limit + " = 0 THEN 1 ELSE " + limit + " END";
        return "CASE WHEN " + limit + " IS NOT NULL" + " THEN least(" + used + "::numeric * 100 / (" + divisor
                + "), 1000000)::bigint END";
    }

    private static ListedBucket read(ResultSet row) throws SQLException {
        boolean hasVersions = row.getBoolean("has_versions");
        @Nullable Boolean known = row.wasNull() ? null : hasVersions;
        return new ListedBucket(
                RowMappers.bucket(row),
                row.getString("owner_name"),
                known,
                UsageSql.readNamed(row),
                new Quota(limit(row, "max_bytes"), limit(row, "max_objects"), null),
                row.getLong("quota_percent"));
    }

    private static @Nullable Long limit(ResultSet row, String column) throws SQLException {
        long limit = row.getLong(column);
        return row.wasNull() ? null : limit;
    }
}
