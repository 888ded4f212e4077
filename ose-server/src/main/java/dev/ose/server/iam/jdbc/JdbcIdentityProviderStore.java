package dev.ose.server.iam.jdbc;

import dev.ose.server.database.Database;
import dev.ose.server.database.Revisions;
import dev.ose.server.database.RowMappers;
import dev.ose.server.iam.federation.IdentityProvider;
import dev.ose.server.iam.federation.IdentityProviderStore;
import dev.ose.server.iam.federation.JitProvisioningPolicy;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import dev.ose.server.tenant.TenantId;
import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** {@link IdentityProviderStore} in PostgreSQL. Blocks on the database. Thread-safe. */
public final class JdbcIdentityProviderStore implements IdentityProviderStore {

    /** The columns that {@link #read} reads. */
    public static final String COLUMNS =
            "tenant_id, name, issuer, audiences, keys_uri, claim, claim_values, user_names, name_claim, max_users";

    /** The number of these columns. */
    static final int COLUMN_COUNT = 10;

    private static final String SELECT = "SELECT " + COLUMNS + " FROM identity_provider WHERE tenant_id = ?";

    private final Database database;

    public JdbcIdentityProviderStore(Database database) {
        this.database = database;
    }

    @Override
    public void put(IdentityProvider provider, Expected expected) {
        List<Map.Entry<String, String>> users = new ArrayList<>(provider.users().entrySet());
        URI keys = provider.keys();
        JitProvisioningPolicy newUsers = provider.newUsers();
        database.transact(connection -> {
            expected.require(
                    lock(connection, provider.tenant(), provider.name()).orElse(Expected.ABSENT),
                    "identity provider",
                    provider.name());
            boolean isTaken = Database.first(
                            connection,
                            SELECT + " AND issuer = ? AND name <> ?",
                            JdbcIdentityProviderStore::read,
                            provider.tenant(),
                            provider.issuer(),
                            provider.name())
                    .isPresent();
            if (isTaken) {
                throw new FailureException(new Failure.AlreadyExists("identity provider", provider.issuer()));
            }
            return Database.update(
                    connection,
                    """
                    INSERT INTO identity_provider
                        (tenant_id, name, issuer, audiences, keys_uri, claim, claim_values, user_names, name_claim,
                        max_users)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (tenant_id, name) DO UPDATE SET issuer = excluded.issuer,
                        audiences = excluded.audiences, keys_uri = excluded.keys_uri,
                        claim = excluded.claim, claim_values = excluded.claim_values,
                        user_names = excluded.user_names, name_claim = excluded.name_claim,
                        max_users = excluded.max_users
                    """,
                    provider.tenant(),
                    provider.name(),
                    provider.issuer(),
                    provider.audiences().toArray(String[]::new),
                    keys == null ? null : keys.toString(),
                    provider.claim(),
                    users.stream().map(Map.Entry::getKey).toArray(String[]::new),
                    users.stream().map(Map.Entry::getValue).toArray(String[]::new),
                    newUsers == null ? null : newUsers.nameClaim(),
                    newUsers == null ? null : newUsers.most());
        });
    }

    /** One that is locked here is not deleted before it is replaced; without one, no tag is expected. */
    static Optional<Long> lock(Connection connection, TenantId tenant, String name) throws SQLException {
        return Revisions.lock(connection, "identity_provider WHERE tenant_id = ? AND name = ?", tenant, name);
    }

    @Override
    public Optional<Revised<IdentityProvider>> find(TenantId tenant, String name) {
        return name.indexOf('\0') >= 0
                ? Optional.empty()
                : database.first(
                        "SELECT " + COLUMNS + ", revision FROM identity_provider WHERE tenant_id = ? AND name = ?",
                        Revisions.with(JdbcIdentityProviderStore::read),
                        tenant,
                        name);
    }

    @Override
    public Optional<IdentityProvider> findByIssuer(TenantId tenant, String issuer) {
        return issuer.indexOf('\0') >= 0
                ? Optional.empty()
                : database.first(SELECT + " AND issuer = ?", JdbcIdentityProviderStore::read, tenant, issuer);
    }

    @Override
    public void delete(TenantId tenant, String name, Expected expected) {
        database.transact(connection -> {
            long present = lock(connection, tenant, name)
                    .orElseThrow(() -> new FailureException(new Failure.NotFound("identity provider", name)));
            expected.require(present, "identity provider", name);
            return Database.update(
                    connection, "DELETE FROM identity_provider WHERE tenant_id = ? AND name = ?", tenant, name);
        });
    }

    /** Reads a row of the columns. */
    public static IdentityProvider read(ResultSet row) throws SQLException {
        List<String> claimed = RowMappers.texts(row, 7);
        List<String> names = RowMappers.texts(row, 8);
        Map<String, String> users = new LinkedHashMap<>();
        for (int i = 0; i < claimed.size(); i++) {
            users.put(claimed.get(i), names.get(i));
        }
        String keys = row.getString(5);
        String nameClaim = row.getString(9);
        return new IdentityProvider(
                new TenantId(row.getObject(1, UUID.class)),
                row.getString(2),
                row.getString(3),
                RowMappers.texts(row, 4),
                keys == null ? null : URI.create(keys),
                row.getString(6),
                users,
                nameClaim == null ? null : new JitProvisioningPolicy(nameClaim, row.getInt(10)));
    }
}
