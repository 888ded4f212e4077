package dev.ose.server.tenant.jdbc;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.keyring.Keyring;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.database.SealContext;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.platform.PlatformId;
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
                u.adopts IS NOT NULL, t.s3_endpoint, u.removed_at IS NOT NULL, false
            FROM tenant_user u JOIN tenant t ON t.id = u.tenant_id
            WHERE t.platform_tenant_id IS NOT NULL
            """;

    private static final String SELECT_FURTHER = """
            SELECT u.id, u.tenant_id, u.name, u.role, u.status, u.canonical_id, u.created_at,
                t.platform_id, t.platform_tenant_id, p.platform_user_id, p.platform_access_key, p.platform_secret,
                false, t.s3_endpoint, u.removed_at IS NOT NULL, true
            FROM user_platform p
                JOIN tenant_user u ON u.id = p.user_id
                JOIN tenant_platform t ON t.tenant_id = p.tenant_id AND t.platform_id = p.platform_id
            WHERE t.platform_tenant_id IS NOT NULL AND p.user_id BETWEEN ? AND ? ORDER BY p.user_id, p.platform_id
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

    @Override
    public List<PlatformMapping> listFurther(UserId from, UserId to) {
        return database.all(SELECT_FURTHER, this::read, from, to);
    }

    private PlatformMapping read(ResultSet row) throws SQLException {
        User user = RowMappers.user(row);
        String counterpart = row.getString(10);
        String accessKey = row.getString(11);
        boolean isFurther = row.getBoolean(16);
        return new PlatformMapping(
                user,
                RowMappers.endpoint(row, 8, 14),
                new PlatformTenantId(row.getString(9)),
                counterpart == null ? null : new PlatformUserId(counterpart),
                accessKey == null
                        ? null
                        : new PlatformKey(
                                accessKey,
                                keyring.unseal(
                                        row.getBytes(12), context(user, new PlatformId(row.getInt(8)), isFurther))),
                row.getBoolean(13),
                row.getBoolean(15),
                isFurther);
    }

    private static String context(User user, PlatformId platform, boolean isFurther) {
        return isFurther
                ? SealContext.ofPlatformKey(user.tenant(), user.id(), platform)
                : SealContext.ofPlatformKey(user.tenant(), user.id());
    }

    @Override
    public boolean replaceEndpoint(PlatformMapping before, PlatformEndpoint endpoint) {
        String of = before.isFurther()
                ? "tenant_platform SET s3_endpoint = ? WHERE tenant_id = ?"
                : "tenant SET s3_endpoint = ? WHERE id = ?";
        return database.update(
                        "UPDATE " + of + " AND platform_id = ? AND s3_endpoint IS NOT DISTINCT FROM ?",
                        RowMappers.text(endpoint.own()),
                        before.user().tenant(),
                        before.platform(),
                        RowMappers.text(before.endpoint().own()))
                == 1;
    }

    @Override
    public boolean replacePlatformKey(PlatformMapping before, PlatformKey key) {
        TenantId tenant = before.user().tenant();
        UserId user = before.user().id();
        String condition = before.isFurther()
                ? "user_platform SET platform_access_key = ?, platform_secret = ? WHERE tenant_id = ? AND user_id = ?"
                : "tenant_user SET platform_access_key = ?, platform_secret = ? WHERE tenant_id = ? AND id = ?";
        return database.update(
                        "UPDATE " + condition + " AND platform_id = ? AND platform_access_key = ?",
                        key.accessKey(),
                        keyring.seal(key.secretKey(), context(before.user(), before.platform(), before.isFurther())),
                        tenant,
                        user,
                        before.platform(),
                        before.key() == null ? null : before.key().accessKey())
                == 1;
    }
}
