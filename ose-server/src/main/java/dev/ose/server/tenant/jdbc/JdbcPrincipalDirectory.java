package dev.ose.server.tenant.jdbc;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUserId;
import dev.ose.server.database.Database;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.PrincipalDirectory;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/** Finds principals in the rows of tenants and users. */
public final class JdbcPrincipalDirectory implements PrincipalDirectory {

    private static final String USER = """
            SELECT u.tenant_id, u.id, u.name, c.platform_user_id
            FROM user_counterpart c JOIN tenant_user u ON u.id = c.of_user
            WHERE c.on_platform = ? AND u.removed_at IS NULL
            """;
    private static final String TENANT = """
            SELECT of_tenant, platform_tenant_id FROM tenant_counterpart
            WHERE on_platform = ? AND NOT shares_platform_tenant
            """;

    private final Database database;

    public JdbcPrincipalDirectory(Database database) {
        this.database = database;
    }

    @Override
    public Optional<KnownUser> findUser(PlatformId platform, TenantId tenant, String name) {
        return database.first(
                USER + " AND u.tenant_id = ? AND u.name = ?", JdbcPrincipalDirectory::user, platform, tenant, name);
    }

    @Override
    public Optional<KnownUser> findUser(PlatformId platform, PlatformUserId counterpart) {
        return database.first(
                USER + " AND c.platform_user_id = ?", JdbcPrincipalDirectory::user, platform, counterpart.value());
    }

    @Override
    public Optional<PlatformTenantId> findTenant(PlatformId platform, TenantId tenant) {
        return database.first(
                TENANT + " AND of_tenant = ?", row -> new PlatformTenantId(row.getString(2)), platform, tenant);
    }

    @Override
    public Optional<TenantId> findTenant(PlatformId platform, PlatformTenantId counterpart) {
        return database.first(
                TENANT + " AND platform_tenant_id = ?",
                row -> new TenantId(row.getObject(1, UUID.class)),
                platform,
                counterpart.value());
    }

    private static KnownUser user(ResultSet row) throws SQLException {
        return new KnownUser(
                new TenantId(row.getObject(1, UUID.class)),
                new UserId(row.getObject(2, UUID.class)),
                row.getString(3),
                new PlatformUserId(row.getString(4)));
    }
}
