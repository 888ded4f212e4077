package dev.ose.server.accounting.jdbc;

import dev.ose.server.accounting.usage.StoredHours;
import dev.ose.server.catalog.jdbc.CatchUp;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/** {@link StoredHours} in PostgreSQL. Blocks on the database. Thread-safe. */
public final class JdbcStoredHours implements StoredHours {

    /** The hour to record next: the first one ever is the present one. */
    private static final String BEGIN = """
            INSERT INTO stored_snapshot (hour, is_filled)
            SELECT hour, hour < date_trunc('hour', now(), 'UTC') FROM (
                SELECT coalesce(max(hour) + interval '1 hour', date_trunc('hour', now(), 'UTC')) AS hour
                FROM stored_snapshot
            ) next WHERE hour <= now()
            ON CONFLICT (hour) DO NOTHING
            RETURNING hour, is_filled
            """;

    private static final String COUNT = """
            WITH recent AS MATERIALIZED (
                SELECT c.bucket_id, %s FROM usage_delta c GROUP BY c.bucket_id
            )
            INSERT INTO stored_hour (hour, tenant_id, user_id, bucket, bytes, objects)
            SELECT ?, b.tenant_id, b.owner_id, b.name,
                coalesce(k.bytes + k.part_bytes + k.older_bytes, 0)
                    + coalesce(r.bytes + r.part_bytes + r.older_bytes, 0),
                coalesce(k.objects + k.older_versions, 0) + coalesce(r.objects + r.older_versions, 0)
            FROM bucket b LEFT JOIN usage_bucket k ON k.bucket_id = b.id LEFT JOIN recent r ON r.bucket_id = b.id
            ON CONFLICT (tenant_id, hour, bucket) DO NOTHING
            """.formatted(UsageSql.SUMS);

    private static final String FILL = """
            INSERT INTO stored_hour (hour, tenant_id, user_id, bucket, bytes, objects)
            SELECT hour + interval '1 hour', tenant_id, user_id, bucket, bytes, objects
            FROM stored_hour WHERE hour = ?::timestamptz - interval '1 hour'
            """;

    private static final String SUM_UP = """
            INSERT INTO stored_tenant_hour (hour, tenant_id, bytes, objects)
            SELECT hour, tenant_id, sum(bytes)::bigint, sum(objects)::bigint FROM stored_hour WHERE hour = ?
            GROUP BY hour, tenant_id
            """;

    private final Database database;
    private final CatchUp catchUp;

    public JdbcStoredHours(Database database, CatchUp catchUp) {
        this.database = database;
        this.catchUp = catchUp;
    }

    private record Hour(Instant start, boolean isFilled) {}

    @Override
    public boolean record() {
        catchUp.ofAll();
        return database.transact(JdbcStoredHours::record);
    }

    private static boolean record(Connection connection) throws SQLException {
        Optional<Hour> next =
                Database.first(connection, BEGIN, row -> new Hour(RowMappers.instant(row, 1), row.getBoolean(2)));
        if (next.isEmpty()) {
            return false;
        }
        Instant hour = next.get().start();
        Database.update(connection, next.get().isFilled() ? FILL : COUNT, hour);
        Database.update(connection, SUM_UP, hour);
        return true;
    }

    /** The newest snapshot stays, because the next one follows it. */
    @Override
    public int forget(Instant before, int limit) {
        database.update(
                "DELETE FROM stored_snapshot WHERE hour < ? AND hour < (SELECT max(hour) FROM stored_snapshot)",
                before);
        return Stream.of("stored_hour", "stored_tenant_hour")
                .mapToInt(table -> database.update(
                        ("DELETE FROM %1$s WHERE ctid = ANY (ARRAY("
                                        + "SELECT ctid FROM %1$s WHERE hour < ? ORDER BY hour LIMIT ?))")
                                .formatted(table),
                        before,
                        limit))
                .max()
                .orElse(0);
    }
}
