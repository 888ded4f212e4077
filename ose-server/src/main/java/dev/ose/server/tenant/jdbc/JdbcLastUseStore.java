package dev.ose.server.tenant.jdbc;

import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.database.Database;
import dev.ose.server.tenant.credential.LastUse;
import dev.ose.server.tenant.credential.LastUseStore;
import dev.ose.server.tenant.credential.LastUses;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Last uses in the tables {@code credential_use} and {@code user_seen}. */
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

    private static final String WRITE_USERS = """
            INSERT INTO user_seen AS kept (tenant_id, user_id, seen_at)
            SELECT u.tenant_id, u.id, seen.at
            FROM unnest(?::uuid[], ?::uuid[], ?::timestamptz[]) AS seen (tenant, person, at)
                JOIN tenant_user u ON u.tenant_id = seen.tenant AND u.id = seen.person AND u.removed_at IS NULL
            ORDER BY u.tenant_id, u.id FOR KEY SHARE OF u
            ON CONFLICT (tenant_id, user_id) DO UPDATE SET seen_at = EXCLUDED.seen_at
            WHERE EXCLUDED.seen_at >= kept.seen_at + ? * interval '1 second'
            """;

    private final Database database;

    public JdbcLastUseStore(Database database) {
        this.database = database;
    }

    @Override
    public void write(Map<AccessKeyId, LastUse> uses, Duration apart) {
        inBatches(uses, (connection, batch) -> write(connection, batch, apart));
    }

    @Override
    public void writeUsers(Map<LastUses.Person, Instant> requests, Duration apart) {
        inBatches(requests, (connection, batch) -> writeUsers(connection, batch, apart));
    }

    /** Writes one batch of rows. */
    private interface Batch<K, V> {
        int write(Connection connection, List<Map.Entry<K, V>> rows) throws SQLException;
    }

    private <K, V> void inBatches(Map<K, V> notes, Batch<K, V> batch) {
        List<Map.Entry<K, V>> rows = List.copyOf(notes.entrySet());
        for (int from = 0; from < rows.size(); from += ROWS_PER_BATCH) {
            List<Map.Entry<K, V>> some = rows.subList(from, Math.min(rows.size(), from + ROWS_PER_BATCH));
            database.query(connection -> batch.write(connection, some));
        }
    }

    private static int writeUsers(
            Connection connection, List<Map.Entry<LastUses.Person, Instant>> batch, Duration apart)
            throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(WRITE_USERS)) {
            bind(statement, 1, batch, entry -> entry.getKey().tenant().toString());
            bind(statement, 2, batch, entry -> entry.getKey().user().toString());
            bind(statement, 3, batch, entry -> entry.getValue().toString());
            statement.setLong(4, apart.toSeconds());
            return statement.executeUpdate();
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

    private static <K, V> void bind(
            PreparedStatement statement,
            int parameter,
            List<Map.Entry<K, V>> batch,
            Function<Map.Entry<K, V>, String> value)
            throws SQLException {
        statement.setArray(
                parameter,
                statement
                        .getConnection()
                        .createArrayOf("text", batch.stream().map(value).toArray()));
    }
}
