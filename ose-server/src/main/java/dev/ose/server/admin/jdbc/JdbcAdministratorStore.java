package dev.ose.server.admin.jdbc;

import dev.ose.server.admin.access.PasswordHash;
import dev.ose.server.admin.access.account.Administrator;
import dev.ose.server.admin.access.account.AdministratorStore;
import dev.ose.server.database.Database;
import dev.ose.server.database.Revisions;
import dev.ose.server.database.RowMappers;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import dev.ose.server.tenant.Status;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Administrators of the provider: those rows of the table {@code account} that have a name, and whose
 * triggers end sessions.
 */
public final class JdbcAdministratorStore implements AdministratorStore {

    /** What {@link #read} reads. */
    public static final String COLUMNS = """
            a.name, a.status, a.must_change,
                EXISTS (SELECT 1 FROM second_factor f WHERE f.account_id = a.id AND f.confirmed_at IS NOT NULL),
                a.created_at, a.signed_in_at, a.provider
            """;

    private static final String SELECT = "SELECT " + COLUMNS + ", a.revision FROM account a WHERE";

    private final Database database;

    public JdbcAdministratorStore(Database database) {
        this.database = database;
    }

    @Override
    public boolean isEmpty() {
        return database.first("SELECT 1 FROM account WHERE name IS NOT NULL LIMIT 1", row -> row.getInt(1))
                .isEmpty();
    }

    @Override
    public boolean add(String name, PasswordHash hash, boolean mustChange) {
        return database.update(
                        "INSERT INTO account (name, status, password_hash, must_change) VALUES (?, 'ACTIVE', ?, ?)"
                                + " ON CONFLICT DO NOTHING",
                        name,
                        hash.encoded(),
                        mustChange)
                == 1;
    }

    @Override
    public Optional<Revised<Administrator>> find(String name) {
        return database.first(SELECT + " a.name = ?", Revisions.with(JdbcAdministratorStore::read), name);
    }

    @Override
    public void setStatus(String name, Status status) {
        database.transact(connection -> {
            if (status == Status.DISABLED) {
                requireAnother(connection, name);
            }
            requirePresent(connection, name, new Expected.Anything());
            return Database.update(connection, "UPDATE account SET status = ? WHERE name = ?", status, name);
        });
    }

    @Override
    public void remove(String name, Expected expected) {
        database.transact(connection -> {
            requireAnother(connection, name);
            requirePresent(connection, name, expected);
            return Database.update(connection, "DELETE FROM account WHERE name = ?", name);
        });
    }

    @Override
    public void putPassword(String name, PasswordHash hash, boolean mustChange, Expected expected) {
        String sql =
                "UPDATE account SET password_hash = ?, must_change = ?, password_changed_at = now() WHERE name = ?";
        database.transact(connection -> {
            requirePresent(connection, name, expected);
            requirePassword(connection, name);
            return Database.update(connection, sql, hash.encoded(), mustChange, name);
        });
    }

    private static void requirePresent(Connection connection, String name, Expected expected) throws SQLException {
        long present = Revisions.lock(connection, "account WHERE name = ?", name)
                .orElseThrow(() -> new FailureException(new Failure.NotFound("administrator", name)));
        expected.require(present, "administrator", name);
    }

    /** Locks those that are enabled, so that of two requests that would leave none one sees the other's result. */
    private static void requireAnother(Connection connection, String name) throws SQLException {
        List<String> enabled = Database.all(
                connection,
                "SELECT name FROM account WHERE status = 'ACTIVE' AND password_hash IS NOT NULL ORDER BY name"
                        + " FOR UPDATE",
                row -> row.getString(1));
        if (enabled.equals(List.of(name))) {
            throw new FailureException(new Failure.Protected("administrator", name));
        }
    }

    /** With one, it could sign in after its identity provider took the role away. */
    private static void requirePassword(Connection connection, String name) throws SQLException {
        boolean isFederated = Database.first(
                        connection,
                        "SELECT 1 FROM account WHERE name = ? AND provider IS NOT NULL",
                        row -> row.getInt(1),
                        name)
                .isPresent();
        if (isFederated) {
            throw new FailureException(
                    new Failure.WrongState("administrator", name, "of an identity provider, by which it signs in"));
        }
    }

    /** Reads a row of the columns. */
    public static Administrator read(ResultSet row) throws SQLException {
        return new Administrator(
                row.getString(1),
                RowMappers.word(row, 2, Status.DISABLED),
                row.getBoolean(3),
                row.getBoolean(4),
                row.getString(7),
                RowMappers.instant(row, 5),
                RowMappers.instantOrNull(row, 6));
    }
}
