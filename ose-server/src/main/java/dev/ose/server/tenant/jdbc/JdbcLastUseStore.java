package dev.ose.server.tenant.jdbc;

import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.database.Database;
import dev.ose.server.tenant.credential.LastUse;
import dev.ose.server.tenant.credential.LastUseStore;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Last uses in the table {@code credential_use}. */
public final class JdbcLastUseStore implements LastUseStore {

    private static final int ROWS_PER_BATCH = 1_000;

    /**
     * Locks the credentials, so that none is deleted in between, and orders rows as every node does, to avoid
     * deadlocks.
     */
    private static final String WRITE = """
            INSERT INTO credential_use AS kept (access_key, used_at, address, service)
            SELECT c.access_key, used.at, used.address, used.service
            FROM unnest(?::text[], ?::timestamptz[], ?::text[], ?::text[]) AS used (access_key, at, address, service)
                JOIN credential c ON c.access_key = used.access_key
            ORDER BY c.access_key FOR KEY SHARE OF c
            ON CONFLICT (access_key) DO UPDATE SET
                used_at = EXCLUDED.used_at, address = EXCLUDED.address, service = EXCLUDED.service
            WHERE EXCLUDED.used_at >= kept.used_at + ? * interval '1 second'
            """;

    private final Database database;

    public JdbcLastUseStore(Database database) {
        this.database = database;
    }

    @Override
    public void write(Map<AccessKeyId, LastUse> uses, Duration apart) {
        List<Map.Entry<AccessKeyId, LastUse>> rows = List.copyOf(uses.entrySet());
        for (int from = 0; from < rows.size(); from += ROWS_PER_BATCH) {
            List<Map.Entry<AccessKeyId, LastUse>> batch =
                    rows.subList(from, Math.min(rows.size(), from + ROWS_PER_BATCH));
            database.query(connection -> write(connection, batch, apart));
        }
    }

    private static int write(Connection connection, List<Map.Entry<AccessKeyId, LastUse>> batch, Duration apart)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(WRITE)) {
            bind(statement, 1, batch, entry -> entry.getKey().value());
            bind(statement, 2, batch, entry -> entry.getValue().time().toString());
            bind(statement, 3, batch, entry -> entry.getValue().address());
            bind(statement, 4, batch, entry -> entry.getValue().service().name());
            statement.setLong(5, apart.toSeconds());
            return statement.executeUpdate();
        }
    }

    private static void bind(
            PreparedStatement statement,
            int parameter,
            List<Map.Entry<AccessKeyId, LastUse>> batch,
            Function<Map.Entry<AccessKeyId, LastUse>, String> value)
            throws SQLException {
        statement.setArray(
                parameter,
                statement
                        .getConnection()
                        .createArrayOf("text", batch.stream().map(value).toArray()));
    }
}
