package dev.ose.server.iam.jdbc;

import dev.ose.adapter.Secret;
import dev.ose.keyring.Keyring;
import dev.ose.server.database.Database;
import dev.ose.server.database.Revisions;
import dev.ose.server.database.RowMappers;
import dev.ose.server.database.SealContext;
import dev.ose.server.iam.federation.IdentityProvider;
import dev.ose.server.iam.federation.SignInClient;
import dev.ose.server.iam.federation.SignInClientStore;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import dev.ose.server.tenant.TenantId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@link SignInClientStore} in the table {@code identity_provider}; secrets are sealed. */
public final class JdbcSignInClientStore implements SignInClientStore {

    private static final String FIND = "SELECT " + JdbcIdentityProviderStore.COLUMNS
            + ", client_id, client_secret, role_claim, administrators, revision FROM identity_provider"
            + " WHERE tenant_id = ? AND name = ? AND client_id IS NOT NULL";
    private static final int AFTER_PROVIDER = JdbcIdentityProviderStore.COLUMN_COUNT;

    private static final String PUT = "UPDATE identity_provider SET client_id = ?, client_secret = ?, role_claim = ?,"
            + " administrators = ? WHERE tenant_id = ? AND name = ?";

    private static final String DELETE = "UPDATE identity_provider SET client_id = NULL, client_secret = NULL,"
            + " role_claim = NULL, administrators = '{}' WHERE tenant_id = ? AND name = ? AND client_id IS NOT NULL";

    private static final String LIST = "SELECT p.name FROM identity_provider p JOIN tenant t ON t.id = p.tenant_id"
            + " WHERE t.name = ? AND t.status = 'ACTIVE' AND p.client_id IS NOT NULL ORDER BY p.name";

    private final Database database;
    private final Keyring keyring;

    public JdbcSignInClientStore(Database database, Keyring keyring) {
        this.database = database;
        this.keyring = keyring;
    }

    @Override
    public void put(SignInClient client, Expected expected) {
        IdentityProvider provider = client.provider();
        @Nullable Secret secret = client.secret();
        byte[] sealed = secret == null ? null : keyring.seal(secret, context(provider.tenant(), provider.name()));
        database.transact(connection -> {
            requireRevision(connection, provider.tenant(), provider.name(), expected);
            int changed = Database.update(
                    connection,
                    PUT,
                    client.id(),
                    sealed,
                    client.roleClaim(),
                    client.administrators().toArray(String[]::new),
                    provider.tenant(),
                    provider.name());
            return requireOne(changed, provider.name());
        });
    }

    private static void requireRevision(Connection connection, TenantId tenant, String provider, Expected expected)
            throws SQLException {
        JdbcIdentityProviderStore.lock(connection, tenant, provider)
                .ifPresent(present -> expected.require(present, "identity provider", provider));
    }

    @Override
    public Optional<SignInClient> find(TenantId tenant, String provider) {
        return findRevised(tenant, provider).map(Revised::value);
    }

    @Override
    public Optional<Revised<SignInClient>> findRevised(TenantId tenant, String provider) {
        return provider.indexOf('\0') >= 0
                ? Optional.empty()
                : database.first(FIND, Revisions.with(row -> read(row, tenant, provider)), tenant, provider);
    }

    private SignInClient read(ResultSet row, TenantId tenant, String provider) throws SQLException {
        byte[] sealed = row.getBytes(AFTER_PROVIDER + 2);
        return new SignInClient(
                JdbcIdentityProviderStore.read(row),
                row.getString(AFTER_PROVIDER + 1),
                sealed == null ? null : keyring.unseal(sealed, context(tenant, provider)),
                row.getString(AFTER_PROVIDER + 3),
                RowMappers.texts(row, AFTER_PROVIDER + 4));
    }

    @Override
    public List<String> list(String tenantName) {
        return tenantName.indexOf('\0') >= 0 ? List.of() : database.all(LIST, row -> row.getString(1), tenantName);
    }

    @Override
    public Optional<TenantId> tenant(String name) {
        return name.indexOf('\0') >= 0
                ? Optional.empty()
                : database.first(
                        "SELECT id FROM tenant WHERE name = ? AND status = 'ACTIVE'",
                        row -> new TenantId(row.getObject(1, UUID.class)),
                        name);
    }

    @Override
    public void delete(TenantId tenant, String provider, Expected expected) {
        database.transact(connection -> {
            requireRevision(connection, tenant, provider, expected);
            return requireOne(Database.update(connection, DELETE, tenant, provider), provider);
        });
    }

    private static int requireOne(int changed, String provider) {
        if (changed == 0) {
            throw new FailureException(new Failure.NotFound("identity provider for sign-in", provider));
        }
        return changed;
    }

    private static String context(TenantId tenant, String provider) {
        return SealContext.ofSignInClient(tenant, provider);
    }
}
