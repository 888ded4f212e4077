package dev.ose.server.admin.jdbc;

import dev.ose.server.admin.access.account.Account;
import dev.ose.server.admin.access.account.AccountId;
import dev.ose.server.admin.access.session.Device;
import dev.ose.server.admin.access.session.LiveSession;
import dev.ose.server.admin.access.session.OpenSession;
import dev.ose.server.admin.access.session.SessionId;
import dev.ose.server.admin.access.session.SessionStore;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Sessions in the table {@code admin_session}. Each sign-in deletes what has expired. */
public final class JdbcSessionStore implements SessionStore {

    /** The maximum of an account; a new session replaces the one that was used least recently. */
    private static final int MAX = 50;

    private static final String TRIM = """
            DELETE FROM admin_session WHERE expires_at <= now() OR id IN (
                SELECT id FROM admin_session WHERE account_id = ? ORDER BY used_at DESC OFFSET ?)
            """;

    /** Locks the account against a change of its password, which would not see the new session. */
    private static final String SIGN =
            "UPDATE account SET signed_in_at = now() WHERE id = ?" + " AND password_hash IS NOT DISTINCT FROM ?";

    private static final String OPEN = """
            INSERT INTO admin_session (digest, account_id, device, address, expires_at)
            VALUES (?, ?, ?, ?, now() + ? * interval '1 second') RETURNING expires_at
            """;

    private static final String IS_LIVE = " s.expires_at > now() AND s.used_at > now() - ? * interval '1 second' ";

    /** The outer part sees the row as it was before. */
    private static final String USE = "WITH touched AS (UPDATE admin_session s SET used_at = now() WHERE s.digest = ?"
            + " AND s.used_at < now() - interval '1 minute' AND " + IS_LIVE + ") SELECT "
            + AccountRows.COLUMNS + ", s.id, s.expires_at FROM " + AccountRows.FROM
            + " JOIN admin_session s ON s.account_id = a.id WHERE s.digest = ? AND " + IS_LIVE;

    private static final String LIST = "SELECT s.id, s.device, s.address, s.created_at, s.used_at, s.expires_at"
            + " FROM admin_session s WHERE s.account_id = ? AND " + IS_LIVE + " ORDER BY s.used_at DESC, s.id";

    private final Database database;

    public JdbcSessionStore(Database database) {
        this.database = database;
    }

    @Override
    public Instant open(Account account, String digest, Device device, Duration longest) {
        return database.transact(connection -> {
            requireSame(connection, account);
            Database.update(connection, TRIM, account.id().value(), MAX - 1);
            return Database.first(
                            connection,
                            OPEN,
                            row -> RowMappers.instant(row, 1),
                            digest,
                            account.id().value(),
                            device.program(),
                            device.address(),
                            longest.toSeconds())
                    .orElseThrow();
        });
    }

    private static void requireSame(Connection connection, Account account) throws SQLException {
        String hash = account.hash() == null ? null : account.hash().encoded();
        if (Database.update(connection, SIGN, account.id().value(), hash) == 0) {
            throw new FailureException(new Failure.WrongLogin());
        }
    }

    @Override
    public Optional<LiveSession> use(String digest, Duration idle) {
        long seconds = idle.toSeconds();
        return database.first(USE, JdbcSessionStore::live, digest, seconds, digest, seconds)
                .filter(session -> session.account().isActive());
    }

    @Override
    public List<OpenSession> list(AccountId account, Duration idle) {
        return database.all(LIST, JdbcSessionStore::listed, account.value(), idle.toSeconds());
    }

    @Override
    public void close(String digest) {
        database.update("DELETE FROM admin_session WHERE digest = ?", digest);
    }

    @Override
    public boolean close(AccountId account, SessionId session) {
        return database.update(
                        "DELETE FROM admin_session WHERE account_id = ? AND id = ?", account.value(), session.value())
                == 1;
    }

    @Override
    public void closeAll(AccountId account) {
        database.update("DELETE FROM admin_session WHERE account_id = ?", account.value());
    }

    @Override
    public void closeOthers(AccountId account, SessionId kept) {
        database.update("DELETE FROM admin_session WHERE account_id = ? AND id <> ?", account.value(), kept.value());
    }

    private static LiveSession live(ResultSet row) throws SQLException {
        return new LiveSession(
                new SessionId(row.getObject(AccountRows.COUNT + 1, UUID.class)),
                AccountRows.read(row),
                RowMappers.instant(row, AccountRows.COUNT + 2));
    }

    private static OpenSession listed(ResultSet row) throws SQLException {
        return new OpenSession(
                new SessionId(row.getObject(1, UUID.class)),
                new Device(row.getString(2), row.getString(3)),
                RowMappers.instant(row, 4),
                RowMappers.instant(row, 5),
                RowMappers.instant(row, 6));
    }
}
