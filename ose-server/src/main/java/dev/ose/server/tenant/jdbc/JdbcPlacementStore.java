package dev.ose.server.tenant.jdbc;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.keyring.Keyring;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.database.SealContext;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.PlacementStore;
import dev.ose.server.tenant.PlatformLogin;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Placements as rows, with sealed platform secrets. */
public final class JdbcPlacementStore implements PlacementStore {

    private static final String OF_USER = " WHERE tenant_id = ? AND user_id = ? AND platform_id = ?";

    /** If they have one version, none. */
    private static final String NODES_OF_VERSIONS = """
            SELECT DISTINCT name || ' (' || version || ')' FROM node
            WHERE lease_until > now() AND (SELECT count(DISTINCT version) FROM node WHERE lease_until > now()) > 1
            ORDER BY 1
            """;

    private final Database database;
    private final Keyring keyring;

    public JdbcPlacementStore(Database database, Keyring keyring) {
        this.database = database;
        this.keyring = keyring;
    }

    @Override
    public List<Place> places(TenantId tenant) {
        return database.all(
                "SELECT platform_id, is_allowed, platform_tenant_id IS NOT NULL FROM tenant_platform"
                        + " WHERE tenant_id = ? ORDER BY platform_id",
                row -> new Place(new PlatformId(row.getInt(1)), row.getBoolean(2), row.getBoolean(3)),
                tenant);
    }

    @Override
    public boolean isAllowed(TenantId tenant, PlatformId platform) {
        return database.first(
                        "SELECT is_allowed FROM tenant_platform WHERE tenant_id = ? AND platform_id = ?",
                        row -> row.getBoolean(1),
                        tenant,
                        platform)
                .orElse(false);
    }

    @Override
    public void allow(TenantId tenant, PlatformId platform, boolean isAllowed) {
        database.transact(connection -> {
            boolean isFirst = Database.first(
                            connection,
                            "SELECT platform_id = ? FROM tenant WHERE id = ? AND platform_tenant_id IS NOT NULL"
                                    + " FOR KEY SHARE",
                            row -> row.getBoolean(1),
                            platform,
                            tenant)
                    .orElseThrow(() -> missing("tenant", tenant.toString()));
            if (isFirst) {
                throw new FailureException(new Failure.Invalid("platform", "is the tenant's first one"));
            }
            if (!isAllowed) {
                Database.update(
                        connection,
                        "DELETE FROM tenant_platform WHERE tenant_id = ? AND platform_id = ? AND NOT is_begun",
                        tenant,
                        platform);
                return Database.update(
                        connection,
                        "UPDATE tenant_platform SET is_allowed = false WHERE tenant_id = ? AND platform_id = ?",
                        tenant,
                        platform);
            }
            requireOneVersion(connection);
            return Database.update(
                    connection,
                    "INSERT INTO tenant_platform (tenant_id, platform_id, is_allowed) VALUES (?, ?, true)"
                            + " ON CONFLICT (tenant_id, platform_id) DO UPDATE SET is_allowed = true",
                    tenant,
                    platform);
        });
    }

    /** An earlier node would serve buckets there with no key, and suspend and delete users on one platform alone. */
    private static void requireOneVersion(Connection connection) throws SQLException {
        List<String> nodes = Database.all(connection, NODES_OF_VERSIONS, row -> row.getString(1));
        if (!nodes.isEmpty()) {
            throw new FailureException(new Failure.VersionsDiffer(nodes));
        }
    }

    @Override
    public Optional<PlatformTenantId> counterpart(TenantId tenant, PlatformId platform) {
        return database.first(
                "SELECT platform_tenant_id FROM tenant_counterpart WHERE of_tenant = ? AND on_platform = ?",
                row -> new PlatformTenantId(row.getString(1)),
                tenant,
                platform);
    }

    @Override
    public void beginTenant(TenantId tenant, PlatformId platform) {
        int known = database.update(
                "UPDATE tenant_platform SET is_begun = true WHERE tenant_id = ? AND platform_id = ?", tenant, platform);
        if (known == 0) {
            throw missing("platform of the tenant", platform.toString());
        }
    }

    @Override
    public void finishTenant(TenantId tenant, PlatformId platform, PlatformTenant counterpart) {
        database.transact(connection -> {
            boolean isUnfinished = Database.first(
                            connection,
                            "SELECT platform_tenant_id IS NULL FROM tenant_platform"
                                    + " WHERE tenant_id = ? AND platform_id = ? FOR UPDATE",
                            row -> row.getBoolean(1),
                            tenant,
                            platform)
                    .orElseThrow(() -> missing("tenant", tenant.toString()));
            if (!isUnfinished) {
                return 0;
            }
            // Recorded with the row: one that is known already is another tenant's.
            int claimed = Database.update(
                    connection,
                    "INSERT INTO platform_tenant (platform_id, id, is_shared) VALUES (?, ?, false)"
                            + " ON CONFLICT DO NOTHING",
                    platform,
                    counterpart.id().value());
            if (claimed == 0) {
                throw new FailureException(
                        new Failure.PlatformRefused(platform.toString(), "the platform tenant is another tenant's"));
            }
            return Database.update(
                    connection,
                    "UPDATE tenant_platform SET is_begun = true, platform_tenant_id = ?, s3_endpoint = ?"
                            + " WHERE tenant_id = ? AND platform_id = ?",
                    counterpart.id().value(),
                    RowMappers.text(counterpart.s3Endpoint()),
                    tenant,
                    platform);
        });
    }

    @Override
    public void claimUser(TenantId tenant, UserId user, PlatformId platform) {
        database.transact(connection -> {
            if (!JdbcUserStore.hold(connection, tenant, user)) {
                throw missing("user", user.toString());
            }
            return Database.update(connection, """
                    INSERT INTO user_platform (user_id, tenant_id, platform_id)
                    SELECT ?, tenant_id, platform_id FROM tenant_platform
                    WHERE tenant_id = ? AND platform_id = ? AND platform_tenant_id IS NOT NULL
                    ON CONFLICT DO NOTHING
                    """, user, tenant, platform);
        });
    }

    @Override
    public void setCounterpart(TenantId tenant, UserId user, PlatformId platform, PlatformUser counterpart) {
        database.transact(connection -> {
            if (!JdbcUserStore.hold(connection, tenant, user)) {
                throw missing("user", user.toString());
            }
            // One that is recorded is never replaced: what it owns there would be lost.
            return Database.update(
                    connection,
                    "UPDATE user_platform SET platform_user_id = coalesce(platform_user_id, ?),"
                            + " platform_canonical_id = coalesce(platform_canonical_id, ?)" + OF_USER,
                    counterpart.id().value(),
                    counterpart.canonicalId(),
                    tenant,
                    user,
                    platform);
        });
        boolean isRecorded = counterpart(tenant, user, platform)
                .filter(counterpart.id()::equals)
                .isPresent();
        if (!isRecorded) {
            throw new FailureException(new Failure.PlatformRefused(
                    platform.toString(), "the platform user is not the one that is recorded for the user"));
        }
    }

    @Override
    public Optional<PlatformUserId> counterpart(TenantId tenant, UserId user, PlatformId platform) {
        return database.first(
                "SELECT platform_user_id FROM user_counterpart WHERE of_tenant = ? AND of_user = ? AND on_platform = ?",
                row -> new PlatformUserId(row.getString(1)),
                tenant,
                user,
                platform);
    }

    @Override
    public List<PlatformId> platforms(TenantId tenant, UserId user) {
        return database.all(
                "SELECT platform_id FROM user_platform WHERE tenant_id = ? AND user_id = ?"
                        + " AND platform_user_id IS NOT NULL ORDER BY platform_id",
                row -> new PlatformId(row.getInt(1)),
                tenant,
                user);
    }

    @Override
    public String setKey(TenantId tenant, UserId user, PlatformId platform, PlatformKey key) {
        return database.transact(connection -> {
            if (!JdbcUserStore.hold(connection, tenant, user)) {
                throw missing("user", user.toString());
            }
            Database.update(
                    connection,
                    "UPDATE user_platform SET platform_access_key = ?, platform_secret = ?" + OF_USER
                            + " AND platform_access_key IS NULL",
                    key.accessKey(),
                    keyring.seal(key.secretKey(), SealContext.ofPlatformKey(tenant, user, platform)),
                    tenant,
                    user,
                    platform);
            return Database.first(
                            connection,
                            "SELECT platform_access_key FROM user_platform" + OF_USER
                                    + " AND platform_access_key IS NOT NULL",
                            row -> row.getString(1),
                            tenant,
                            user,
                            platform)
                    .orElseThrow(() -> missing("user", user.toString()));
        });
    }

    @Override
    public Optional<PlatformLogin> login(TenantId tenant, UserId user, PlatformId platform) {
        return database.first(
                """
                SELECT u.platform_access_key, u.platform_secret, u.platform_id, t.s3_endpoint
                FROM user_platform u JOIN tenant_platform t USING (tenant_id, platform_id)
                WHERE u.tenant_id = ? AND u.user_id = ? AND u.platform_id = ? AND u.platform_user_id IS NOT NULL
                    AND u.platform_access_key IS NOT NULL AND t.platform_tenant_id IS NOT NULL
                """,
                row -> new PlatformLogin(
                        RowMappers.endpoint(row, 3, 4),
                        new PlatformKey(
                                row.getString(1),
                                keyring.unseal(row.getBytes(2), SealContext.ofPlatformKey(tenant, user, platform)))),
                tenant,
                user,
                platform);
    }

    @Override
    public void forgetUser(TenantId tenant, UserId user, PlatformId platform) {
        database.update(
                "DELETE FROM user_platform" + OF_USER
                        + " AND EXISTS (SELECT FROM tenant_user u WHERE u.id = user_id AND u.removed_at IS NOT NULL)",
                tenant,
                user,
                platform);
    }

    private static FailureException missing(String kind, String name) {
        return new FailureException(new Failure.NotFound(kind, name));
    }
}
