package dev.ose.server.accounting.jdbc;

import dev.ose.server.accounting.quota.QuotaHolder;
import dev.ose.server.accounting.usage.ObjectCounters;
import dev.ose.server.accounting.usage.Usage;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.jdbc.CatchUp;
import dev.ose.server.database.Database;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.sql.Connection;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Reads counters: the rolled-up values and the deltas since, in one statement, which is one snapshot. A change is in
 * exactly one of the two.
 */
public final class JdbcObjectCounters implements ObjectCounters {

    private static final String SUM = "SELECT " + UsageSql.SUMS + " FROM ";

    private static final String OF_BUCKET = SUM + """
            (
                SELECT %s FROM usage_bucket WHERE bucket_id = ? AND tenant_id = ?
                UNION ALL
                SELECT %s FROM bucket b JOIN usage_delta d ON d.bucket_id = b.id
                WHERE b.id = ? AND b.tenant_id = ?
            ) c
            """.formatted(UsageSql.COLUMNS, UsageSql.of("d"));

    private static final String OF_TENANT = ofOwner("");
    private static final String OF_USER = ofOwner("AND owner_id = ?");

    private static final String TOTAL = SUM + """
            (
                SELECT %s FROM usage_bucket
                UNION ALL
                SELECT %s FROM usage_delta d JOIN bucket b ON b.id = d.bucket_id
            ) c
            """.formatted(UsageSql.COLUMNS, UsageSql.of("d"));

    private final Database database;
    private final CatchUp catchUp;

    /** For rows that never lag behind. */
    public JdbcObjectCounters(Database database) {
        this(database, CatchUp.NOT_NEEDED);
    }

    public JdbcObjectCounters(Database database, CatchUp catchUp) {
        this.database = database;
        this.catchUp = catchUp;
    }

    /** Deltas are summed first: they concern few buckets, each of which is looked up once. */
    private static String ofOwner(String condition) {
        return """
                WITH recent AS MATERIALIZED (
                    SELECT c.bucket_id, %2$s FROM usage_delta c GROUP BY c.bucket_id
                )
                SELECT %2$s FROM (
                    SELECT %3$s FROM usage_bucket WHERE tenant_id = ? %1$s
                    UNION ALL
                    SELECT %4$s FROM recent r JOIN bucket b ON b.id = r.bucket_id WHERE b.tenant_id = ? %1$s
                ) c
                """.formatted(condition, UsageSql.SUMS, UsageSql.COLUMNS, UsageSql.of("r"));
    }

    @Override
    public Usage of(TenantId tenant) {
        catchUp.ofAll();
        return read(OF_TENANT, tenant, tenant);
    }

    @Override
    public Usage of(TenantId tenant, BucketId bucket) {
        catchUp.of(bucket);
        return read(OF_BUCKET, bucket, tenant, bucket, tenant);
    }

    @Override
    public Usage of(TenantId tenant, UserId owner) {
        catchUp.ofAll();
        return read(OF_USER, tenant, owner, tenant, owner);
    }

    @Override
    public Usage total() {
        catchUp.ofAll();
        return read(TOTAL);
    }

    private Usage read(String sql, @Nullable Object... parameters) {
        return database.query(connection -> read(connection, sql, parameters));
    }

    private static Usage read(Connection connection, String sql, @Nullable Object... parameters) throws SQLException {
        return Database.first(connection, sql, UsageSql::read, parameters).orElseThrow();
    }

    /** The usage of a quota holder, within a transaction. */
    static Usage of(Connection connection, QuotaHolder holder) throws SQLException {
        return switch (holder) {
            case QuotaHolder.OfTenant(TenantId tenant) -> read(connection, OF_TENANT, tenant, tenant);
            case QuotaHolder.OfUser(TenantId tenant, UserId user) ->
                read(connection, OF_USER, tenant, user, tenant, user);
            case QuotaHolder.OfBucket(TenantId tenant, BucketId bucket) ->
                read(connection, OF_BUCKET, bucket, tenant, bucket, tenant);
        };
    }
}
