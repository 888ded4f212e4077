package dev.ose.server.tenant.jdbc;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.keyring.Keyring;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.database.SealContext;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.tenant.PlatformMapping;
import dev.ose.server.tenant.PlatformMappingStore;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.UserId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Mappings of users, from the rows of users and tenants. */
public final class JdbcPlatformMappingStore implements PlatformMappingStore {

    private static final UUID FIRST = new UUID(0, 0);
    private static final String SELECT = """
            SELECT u.id, u.tenant_id, u.name, u.role, u.status, u.canonical_id, u.created_at,
                t.platform_id, t.platform_tenant_id, u.platform_user_id, u.platform_access_key, u.platform_secret,
                u.adopts IS NOT NULL, t.s3_endpoint, u.removed_at IS NOT NULL
            FROM tenant_user u JOIN tenant t ON t.id = u.tenant_id
            WHERE t.platform_tenant_id IS NOT NULL
            """;

    private final Database database;
    private final Keyring keyring;

    public JdbcPlatformMappingStore(Database database, Keyring keyring) {
        this.database = database;
        this.keyring = keyring;
    }

    @Override
    public List<PlatformMapping> list(@Nullable UserId after, int limit) {
        return database.all(
                SELECT + " AND u.id > ? ORDER BY u.id LIMIT ?",
                this::read,
                after == null ? new UserId(FIRST) : after,
                limit);
    }

    @Override
    public Optional<PlatformMapping> find(TenantId tenant, UserId user) {
        return database.first(SELECT + " AND u.tenant_id = ? AND u.id = ?", this::read, tenant, user);
    }

    private PlatformMapping read(ResultSet row) throws SQLException {
        User user = RowMappers.user(row);
        String counterpart = row.getString(10);
        String accessKey = row.getString(11);
        return new PlatformMapping(
                user,
                RowMappers.endpoint(row, 8, 14),
                new PlatformTenantId(row.getString(9)),
                counterpart == null ? null : new PlatformUserId(counterpart),
                accessKey == null
                        ? null
                        : new PlatformKey(
                                accessKey,
                                keyring.unseal(row.getBytes(12), SealContext.ofPlatformKey(user.tenant(), user.id()))),
                row.getBoolean(13),
                row.getBoolean(15));
    }

    @Override
    public boolean replaceEndpoint(PlatformMapping before, PlatformEndpoint endpoint) {
        return database.update(
                        "UPDATE tenant SET s3_endpoint = ? WHERE id = ? AND s3_endpoint IS NOT DISTINCT FROM ?",
                        RowMappers.text(endpoint.own()),
                        before.user().tenant(),
                        RowMappers.text(before.endpoint().own()))
                == 1;
    }

    @Override
    public boolean replacePlatformKey(PlatformMapping before, PlatformKey key) {
        TenantId tenant = before.user().tenant();
        UserId user = before.user().id();
        return database.update(
                        "UPDATE tenant_user SET platform_access_key = ?, platform_secret = ?"
                                + " WHERE tenant_id = ? AND id = ? AND platform_access_key = ?",
                        key.accessKey(),
                        keyring.seal(key.secretKey(), SealContext.ofPlatformKey(tenant, user)),
                        tenant,
                        user,
                        before.key() == null ? null : before.key().accessKey())
                == 1;
    }
}
