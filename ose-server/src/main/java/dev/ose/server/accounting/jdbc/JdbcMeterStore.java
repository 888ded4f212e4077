package dev.ose.server.accounting.jdbc;

import dev.ose.server.accounting.metering.Category;
import dev.ose.server.accounting.metering.MeterStore;
import dev.ose.server.accounting.metering.Metered;
import dev.ose.server.accounting.metering.MeteredAccount;
import dev.ose.server.accounting.metering.MeteredHour;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Metered usage in the table {@code metered_hour}. */
public final class JdbcMeterStore implements MeterStore {

    private static final long SECONDS_PER_HOUR = 3600;

    private static final String ADD = """
            INSERT INTO metered_hour (hour, tenant_id, user_id, bucket, category, requests, bytes_in, bytes_out)
            SELECT to_timestamp(h * 3600), t, u, b, c, r, i, o
            FROM unnest(?::bigint[], ?::uuid[], ?::uuid[], ?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[])
                AS line (h, t, u, b, c, r, i, o)
            ON CONFLICT (hour, tenant_id, user_id, bucket, category) DO UPDATE SET
                requests = metered_hour.requests + EXCLUDED.requests,
                bytes_in = metered_hour.bytes_in + EXCLUDED.bytes_in,
                bytes_out = metered_hour.bytes_out + EXCLUDED.bytes_out
            """;

    private static final String READ = """
            SELECT hour, tenant_id, user_id, bucket, category, requests, bytes_in, bytes_out
            FROM metered_hour WHERE hour >= ? AND hour < ?
            """;

    private static final String ORDER = " ORDER BY hour, tenant_id, user_id, bucket, category LIMIT ?";

    /** Notes the hours that are gone and not the age of what goes, which a clock that is ahead puts in the future. */
    private static final String FORGET = """
            WITH gone AS (
                DELETE FROM metered_hour WHERE ctid = ANY (ARRAY(
                    SELECT ctid FROM metered_hour WHERE hour < now() - ? * interval '1 second' ORDER BY hour LIMIT ?))
                RETURNING hour
            ), noted AS (
                UPDATE metered_retention SET deleted_before = greatest(deleted_before, last + interval '1 hour')
                FROM (SELECT max(hour) AS last FROM gone) AS newest WHERE last IS NOT NULL
            )
            SELECT count(*) FROM gone
            """;

    private final Database database;

    public JdbcMeterStore(Database database) {
        this.database = database;
    }

    @Override
    public void add(UUID meter, long number, List<MeteredHour> batch) {
        database.transact(connection -> {
            if (isNew(connection, meter, number)) {
                add(connection, batch);
            }
            return number;
        });
    }

    private static boolean isNew(Connection connection, UUID meter, long number) throws SQLException {
        if (number == 1) {
            Database.update(connection, "DELETE FROM meter WHERE at < now() - interval '7 days'");
        }
        String sql = """
                INSERT INTO meter (id, last_batch) VALUES (?, ?)
                ON CONFLICT (id) DO UPDATE SET last_batch = EXCLUDED.last_batch, at = now()
                WHERE meter.last_batch < EXCLUDED.last_batch
                """;
        return Database.update(connection, sql, meter, number) == 1;
    }

    private static void add(Connection connection, List<MeteredHour> batch) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(ADD)) {
            statement.setArray(
                    1, array(connection, "bigint", batch, it -> it.line().hour()));
            statement.setArray(2, array(connection, "uuid", batch, it -> it.line()
                    .account()
                    .tenant()
                    .value()));
            statement.setArray(3, array(connection, "uuid", batch, it -> it.line()
                    .account()
                    .user()
                    .value()));
            statement.setArray(
                    4,
                    array(connection, "text", batch, it -> it.line().account().bucket()));
            statement.setArray(
                    5,
                    array(connection, "text", batch, it -> it.line().category().name()));
            statement.setArray(
                    6, array(connection, "bigint", batch, it -> it.metered().requests()));
            statement.setArray(
                    7, array(connection, "bigint", batch, it -> it.metered().bytesIn()));
            statement.setArray(
                    8, array(connection, "bigint", batch, it -> it.metered().bytesOut()));
            statement.executeUpdate();
        }
    }

    private static Array array(
            Connection connection, String type, List<MeteredHour> batch, Function<MeteredHour, Object> column)
            throws SQLException {
        return connection.createArrayOf(type, batch.stream().map(column).toArray());
    }

    @Override
    public List<MeteredHour> read(Question question) {
        StringBuilder sql = new StringBuilder(READ);
        List<Object> values = new ArrayList<>(List.of(question.from(), question.to()));
        TenantId tenant = question.tenant();
        if (tenant != null) {
            sql.append(" AND tenant_id = ?");
            values.add(tenant);
        }
        MeteredHour.@Nullable Line after = question.after();
        if (after != null) {
            sql.append(" AND (hour, tenant_id, user_id, bucket, category) > (?, ?, ?, ?, ?)");
            values.add(Instant.ofEpochSecond(after.hour() * SECONDS_PER_HOUR));
            values.add(after.account().tenant());
            values.add(after.account().user());
            values.add(after.account().bucket());
            values.add(after.category());
        }
        values.add(question.limit());
        return database.all(sql.append(ORDER).toString(), JdbcMeterStore::hour, values.toArray());
    }

    @Override
    public int forget(Duration kept, int limit) {
        return database.transact(
                connection -> Database.first(connection, FORGET, row -> row.getInt(1), kept.toSeconds(), limit)
                        .orElseThrow());
    }

    private static MeteredHour hour(ResultSet row) throws SQLException {
        MeteredAccount account = new MeteredAccount(
                new TenantId(row.getObject(2, UUID.class)), new UserId(row.getObject(3, UUID.class)), row.getString(4));
        return new MeteredHour(
                new MeteredHour.Line(
                        RowMappers.instant(row, 1).getEpochSecond() / SECONDS_PER_HOUR,
                        account,
                        Category.valueOf(row.getString(5))),
                new Metered(row.getLong(6), row.getLong(7), row.getLong(8)));
    }
}
