package dev.ose.server.accounting.jdbc;

import dev.ose.server.accounting.usage.StoredHours;
import dev.ose.server.catalog.jdbc.CatchUp;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** {@link StoredHours} in PostgreSQL. Blocks on the database. Thread-safe. */
public final class JdbcStoredHours implements StoredHours {

    /**
     * The hour to record next: the first one ever is the present one. Hours ahead of the clock, which was set back
     * after they were recorded, are as if they were not there. What was counted for one of them is of an earlier time,
     * as if it had been filled: it is counted again when it begins.
     */
    private static final String BEGIN = """
            WITH ahead AS (
                UPDATE stored_snapshot SET is_filled = true WHERE hour > now() AND NOT is_filled
            ), known AS (
                SELECT max(hour) AS last, coalesce(max(hour) FILTER (WHERE NOT is_filled), min(hour)) AS counted
                FROM stored_snapshot WHERE hour <= now()
            ), next AS (
                SELECT last, present, CASE
                    WHEN last + interval '1 hour' < present AND last < counted + interval '%d hours'
                    THEN last + interval '1 hour' ELSE present END AS hour
                FROM known, date_trunc('hour', now(), 'UTC') AS present
            ), begun AS (
                INSERT INTO stored_snapshot AS s (hour, is_filled) SELECT hour, hour < present FROM next
                ON CONFLICT (hour) DO UPDATE SET is_filled = false, taken_at = now()
                    WHERE s.is_filled AND NOT excluded.is_filled
                RETURNING hour, is_filled
            )
            SELECT begun.hour, is_filled, coalesce(extract(epoch FROM begun.hour - last) / 3600 - 1, 0)
            FROM begun, next
            """.formatted(MAX_FILLED);

    private static final String COUNT = """
            WITH recent AS MATERIALIZED (
                SELECT c.bucket_id, %s FROM usage_delta c
                WHERE c.bucket_id > ? AND c.bucket_id <= ? GROUP BY c.bucket_id
            )
            INSERT INTO stored_hour (hour, tenant_id, user_id, bucket, bytes, objects)
            SELECT ?, b.tenant_id, b.owner_id, b.name,
                coalesce(k.bytes + k.part_bytes + k.older_bytes, 0)
                    + coalesce(r.bytes + r.part_bytes + r.older_bytes, 0),
                coalesce(k.objects + k.older_versions, 0) + coalesce(r.objects + r.older_versions, 0)
            FROM bucket b LEFT JOIN usage_bucket k ON k.bucket_id = b.id LEFT JOIN recent r ON r.bucket_id = b.id
            WHERE b.id > ? AND b.id <= ?
            ON CONFLICT (tenant_id, hour, bucket) DO NOTHING
            """.formatted(UsageSql.SUMS);

    private static final String FILL = """
            INSERT INTO stored_hour (hour, tenant_id, user_id, bucket, bytes, objects)
            SELECT hour + interval '1 hour', tenant_id, user_id, bucket, bytes, objects
            FROM stored_hour WHERE hour = ?::timestamptz - interval '1 hour' AND (hashtext(bucket) & ?) = ?
            """;

    private static final String END_OF_PAGE =
            "SELECT max(id) FROM (SELECT id FROM bucket WHERE id > ? ORDER BY id LIMIT ?) page";

    /** A statement inserts the rows of so many buckets, far below its timeout: a second's work. */
    private static final int BUCKETS_AT_ONCE = 50_000;

    /** Hours are filled in so many parts, a power of two. */
    private static final int PARTS = 64;

    private static final String SUM_UP = """
            INSERT INTO stored_tenant_hour (hour, tenant_id, bytes, objects)
            SELECT hour, tenant_id, sum(bytes)::bigint, sum(objects)::bigint FROM stored_hour WHERE hour = ?
            GROUP BY hour, tenant_id
            """;

    private static final List<String> TABLES = List.of("stored_hour", "stored_tenant_hour");

    private final Database database;
    private final CatchUp catchUp;
    private final int bucketsAtOnce;

    public JdbcStoredHours(Database database, CatchUp catchUp) {
        this(database, catchUp, BUCKETS_AT_ONCE);
    }

    JdbcStoredHours(Database database, CatchUp catchUp, int bucketsAtOnce) {
        this.database = database;
        this.catchUp = catchUp;
        this.bucketsAtOnce = bucketsAtOnce;
    }

    private record Begun(Recorded hour, boolean isFilled) {}

    @Override
    public Optional<Recorded> record() {
        catchUp.ofAll();
        return database.transact(this::record);
    }

    private Optional<Recorded> record(Connection connection) throws SQLException {
        Optional<Begun> begun = Database.first(
                connection,
                BEGIN,
                row -> new Begun(
                        new Recorded(RowMappers.instant(row, 1), Math.max(0, row.getLong(3))), row.getBoolean(2)));
        if (begun.isPresent()) {
            Instant hour = begun.get().hour().hour();
            for (String table : TABLES) {
                Database.update(connection, "DELETE FROM " + table + " WHERE hour = ?", hour);
            }
            if (begun.get().isFilled()) {
                fill(connection, hour);
            } else {
                count(connection, hour);
            }
            Database.update(connection, SUM_UP, hour);
        }
        return begun.map(Begun::hour);
    }

    private static void fill(Connection connection, Instant hour) throws SQLException {
        for (int part = 0; part < PARTS; part++) {
            Database.update(connection, FILL, hour, PARTS - 1, part);
        }
    }

    /** Buckets of one page are counted at one moment, those of the next seconds later. */
    private void count(Connection connection, Instant hour) throws SQLException {
        long from = 0;
        OptionalLong to = endOfPage(connection, from);
        while (to.isPresent()) {
            Database.update(connection, COUNT, from, to.getAsLong(), hour, from, to.getAsLong());
            from = to.getAsLong();
            to = endOfPage(connection, from);
        }
    }

    private OptionalLong endOfPage(Connection connection, long from) throws SQLException {
        return Database.first(
                        connection,
                        END_OF_PAGE,
                        row -> {
                            long last = row.getLong(1);
                            return row.wasNull() ? OptionalLong.empty() : OptionalLong.of(last);
                        },
                        from,
                        bucketsAtOnce)
                .orElseThrow();
    }

    /** The newest snapshot that is not ahead of the clock stays, because the next one follows it. */
    @Override
    public int forget(Instant before, int limit) {
        database.update(
                "DELETE FROM stored_snapshot WHERE hour < ?"
                        + " AND hour < (SELECT max(hour) FROM stored_snapshot WHERE hour <= now())",
                before);
        return TABLES.stream()
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
