package dev.ose.server.iam.jdbc;

import dev.ose.adapter.Secret;
import dev.ose.keyring.Keyring;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.database.SealContext;
import dev.ose.server.iam.federation.IdentityProvider;
import dev.ose.server.iam.federation.SignInClient;
import dev.ose.server.iam.federation.SignInClientStore;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** {@link SignInClientStore} in the table {@code identity_provider}; secrets are sealed. */
public final class JdbcSignInClientStore implements SignInClientStore {

    private static final String FIND = "SELECT " + JdbcIdentityProviderStore.COLUMNS
            + ", client_id, client_secret, role_claim, administrators FROM identity_provider"
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
    public void put(SignInClient client) {
        IdentityProvider provider = client.provider();
        @Nullable Secret secret = client.secret();
        byte[] sealed = secret == null ? null : keyring.seal(secret, context(provider.tenant(), provider.name()));
        int changed = database.update(
                PUT,
                client.id(),
                sealed,
                client.roleClaim(),
                client.administrators().toArray(String[]::new),
                provider.tenant(),
                provider.name());
        requireOne(changed, provider.name());
    }

    @Override
    public Optional<SignInClient> find(TenantId tenant, String provider) {
        if (provider.indexOf('\0') >= 0) {
            return Optional.empty();
        }
        return database.first(
                FIND,
                row -> {
                    byte[] sealed = row.getBytes(AFTER_PROVIDER + 2);
                    return new SignInClient(
                            JdbcIdentityProviderStore.read(row),
                            row.getString(AFTER_PROVIDER + 1),
                            sealed == null ? null : keyring.unseal(sealed, context(tenant, provider)),
                            row.getString(AFTER_PROVIDER + 3),
                            RowMappers.texts(row, AFTER_PROVIDER + 4));
                },
                tenant,
                provider);
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
    public void delete(TenantId tenant, String provider) {
        requireOne(database.update(DELETE, tenant, provider), provider);
    }

    private static void requireOne(int changed, String provider) {
        if (changed == 0) {
            throw new FailureException(new Failure.NotFound("identity provider for sign-in", provider));
        }
    }

    private static String context(TenantId tenant, String provider) {
        return SealContext.ofSignInClient(tenant, provider);
    }
}
