package dev.ose.server.iam.jdbc;

import dev.ose.adapter.Secret;
import dev.ose.keyring.Keyring;
import dev.ose.server.database.Database;
import dev.ose.server.database.Revisions;
import dev.ose.server.database.RowMappers;
import dev.ose.server.database.SealContext;
import dev.ose.server.iam.federation.AdministratorProvider;
import dev.ose.server.iam.federation.AdministratorProviderStore;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@link AdministratorProviderStore} in the table {@code administrator_provider}; secrets are sealed. */
public final class JdbcAdministratorProviderStore implements AdministratorProviderStore {

    private static final String SELECT = "SELECT name, issuer, client_id, client_secret, name_claim, role_claim,"
            + " administrators, revision FROM administrator_provider";

    private static final String PUT = """
            INSERT INTO administrator_provider
                (name, issuer, client_id, client_secret, name_claim, role_claim, administrators)
                VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (name) DO UPDATE SET client_id = excluded.client_id, client_secret = excluded.client_secret,
                name_claim = excluded.name_claim, role_claim = excluded.role_claim,
                administrators = excluded.administrators
            """;

    /** Sessions and tokens of accounts that the former settings admitted. */
    private static final List<String> END_ADMITTED = List.of(
            "DELETE FROM admin_session WHERE account_id IN (SELECT id FROM account WHERE provider = ?)",
            "DELETE FROM api_token WHERE account_id IN (SELECT id FROM account WHERE provider = ?)");

    private static final String IS_CHANGED = "SELECT client_id <> ? OR role_claim <> ? OR administrators <> ?::text[]"
            + " FROM administrator_provider WHERE name = ?";

    private static final String KIND = "identity provider";

    private final Database database;
    private final Keyring keyring;

    public JdbcAdministratorProviderStore(Database database, Keyring keyring) {
        this.database = database;
        this.keyring = keyring;
    }

    @Override
    public void put(AdministratorProvider provider, Expected expected) {
        @Nullable Secret secret = provider.clientSecret();
        byte[] sealed = secret == null ? null : keyring.seal(secret, context(provider.name()));
        database.transact(connection -> {
            // Locked whole, so that of two that are added at once one sees the other's issuer.
            Database.update(connection, "LOCK TABLE administrator_provider IN SHARE ROW EXCLUSIVE MODE");
            expected.require(lock(connection, provider.name()).orElse(Expected.ABSENT), KIND, provider.name());
            requireIssuer(connection, provider);
            endAdmitted(connection, provider);
            return Database.update(
                    connection,
                    PUT,
                    provider.name(),
                    provider.issuer(),
                    provider.clientId(),
                    sealed,
                    provider.nameClaim(),
                    provider.roleClaim(),
                    provider.administrators().toArray(String[]::new));
        });
    }

    private static void endAdmitted(Connection connection, AdministratorProvider provider) throws SQLException {
        boolean isChanged = Database.first(
                        connection,
                        IS_CHANGED,
                        row -> row.getBoolean(1),
                        provider.clientId(),
                        provider.roleClaim(),
                        provider.administrators().toArray(String[]::new),
                        provider.name())
                .orElse(false);
        if (isChanged) {
            for (String end : END_ADMITTED) {
                Database.update(connection, end, provider.name());
            }
        }
    }

    private static void requireIssuer(Connection connection, AdministratorProvider provider) throws SQLException {
        List<String> others = Database.all(
                connection,
                "SELECT name FROM administrator_provider WHERE issuer = ? AND name <> ?",
                row -> row.getString(1),
                provider.issuer(),
                provider.name());
        if (!others.isEmpty()) {
            throw new FailureException(new Failure.AlreadyExists(KIND, provider.issuer()));
        }
        Optional<String> present = Database.first(
                connection,
                "SELECT issuer FROM administrator_provider WHERE name = ?",
                row -> row.getString(1),
                provider.name());
        if (present.filter(issuer -> !issuer.equals(provider.issuer())).isPresent()) {
            throw new FailureException(
                    new Failure.Invalid("issuer", "cannot be changed; remove the identity provider first"));
        }
    }

    private static Optional<Long> lock(Connection connection, String name) throws SQLException {
        return Revisions.lock(connection, "administrator_provider WHERE name = ?", name);
    }

    @Override
    public Optional<Revised<AdministratorProvider>> find(String name) {
        return name.indexOf('\0') >= 0
                ? Optional.empty()
                : database.first(SELECT + " WHERE name = ?", Revisions.with(this::read), name);
    }

    @Override
    public List<String> names() {
        return database.all("SELECT name FROM administrator_provider ORDER BY name", row -> row.getString(1));
    }

    @Override
    public void delete(String name, Expected expected) {
        database.transact(connection -> {
            long present =
                    lock(connection, name).orElseThrow(() -> new FailureException(new Failure.NotFound(KIND, name)));
            expected.require(present, KIND, name);
            return Database.update(connection, "DELETE FROM administrator_provider WHERE name = ?", name);
        });
    }

    private AdministratorProvider read(ResultSet row) throws SQLException {
        String name = row.getString(1);
        byte[] sealed = row.getBytes(4);
        return new AdministratorProvider(
                name,
                row.getString(2),
                row.getString(3),
                sealed == null ? null : keyring.unseal(sealed, context(name)),
                row.getString(5),
                row.getString(6),
                RowMappers.texts(row, 7));
    }

    private static String context(String name) {
        return SealContext.ofAdministratorProvider(name);
    }
}
