package dev.ose.server.tenant.jdbc;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.server.accounting.jdbc.JdbcQuotaStore;
import dev.ose.server.database.Database;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.tenant.AccountDeletionStore;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Deletes users and tenants as rows. */
public final class JdbcAccountDeletions implements AccountDeletionStore {

    /** Rows that are not deleted with the row of the user, or not as early. */
    private static final List<String> OF_USER = List.of(
            // A later user of the name is not the user that the claim of the issuer is mapped to.
            """
            UPDATE identity_provider p SET (claim_values, user_names) = (
                SELECT coalesce(array_agg(pair.claim ORDER BY pair.n), '{}'),
                    coalesce(array_agg(pair.name ORDER BY pair.n), '{}')
                FROM unnest(p.claim_values, p.user_names) WITH ORDINALITY AS pair (claim, name, n)
                WHERE pair.name <> gone.name)
            FROM tenant_user gone
            WHERE gone.tenant_id = ? AND gone.id = ? AND p.tenant_id = gone.tenant_id AND gone.name = ANY (p.user_names)
            """,
            // Sessions of roles act as other users, also of other tenants; their principal is a digest of
            // Credentials.principal.
            """
            DELETE FROM credential WHERE assumed_by = (
                SELECT encode(sha256(convert_to('user ' || id, 'UTF8')), 'hex') FROM tenant_user
                WHERE tenant_id = ? AND id = ?)
            """,
            "DELETE FROM credential WHERE tenant_id = ? AND user_id = ?",
            "DELETE FROM tenant_role WHERE tenant_id = ? AND user_id = ?",
            "DELETE FROM user_policy WHERE tenant_id = ? AND user_id = ?",
            "DELETE FROM user_seen WHERE tenant_id = ? AND user_id = ?",
            "DELETE FROM account WHERE tenant_id = ? AND user_id = ?",
            "DELETE FROM bucket_grant WHERE tenant_id = ? AND user_id = ?",
            "DELETE FROM quota WHERE tenant_id = ? AND user_id = ?");

    /** No valid name begins with a tilde. */
    private static final String END = """
            UPDATE tenant_user SET removed_at = now(), name = '~' || id, status = 'DISABLED',
                platform_access_key = NULL, platform_secret = NULL, display_name = NULL, email = NULL
            WHERE tenant_id = ? AND id = ?
            """;

    private static final String STRIP_FURTHER = "UPDATE user_platform SET platform_access_key = NULL,"
            + " platform_secret = NULL WHERE tenant_id = ? AND user_id = ?";

    private static final String LEFT_TENANTS = """
            SELECT platform_id, name, platform_tenant_id FROM tenant WHERE id = ? AND NOT shares_platform_tenant
            UNION ALL
            SELECT p.platform_id, t.name, p.platform_tenant_id
            FROM tenant_platform p JOIN tenant t ON t.id = p.tenant_id
            WHERE p.tenant_id = ? AND p.is_begun
            """;

    private final Database database;

    public JdbcAccountDeletions(Database database) {
        this.database = database;
    }

    @Override
    public void removeUser(TenantId tenant, UserId user, Expected expected) {
        database.transact(connection -> {
            boolean isPresent = lockUser(
                            connection,
                            tenant,
                            user,
                            "removed_at IS NOT NULL OR " + JdbcUserStore.IS_FINISHED + " OR "
                                    + JdbcUserStore.IS_FEDERATED)
                    .orElseThrow(() -> new FailureException(new Failure.NotFound("user", user.toString())));
            if (isPresent) {
                JdbcUserStore.requireRevision(connection, tenant, user, expected);
                requireNoBuckets(connection, tenant, user);
                strip(connection, tenant, user);
                Database.update(connection, STRIP_FURTHER, tenant, user);
                Database.update(connection, END, tenant, user);
            }
            return user;
        });
    }

    @Override
    public void forgetUser(TenantId tenant, UserId user) {
        database.transact(connection -> {
            if (lockUser(connection, tenant, user, "removed_at IS NOT NULL").isPresent()) {
                requireNoBuckets(connection, tenant, user);
                // Repeated, because transactions that began before the removal may have committed after it.
                strip(connection, tenant, user);
                Database.update(connection, "DELETE FROM tenant_user WHERE tenant_id = ? AND id = ?", tenant, user);
            }
            return user;
        });
    }

    /**
     * Locks the user, so that transactions that would add a reference to it wait for the end of this one and then see
     * its result. Returns whether the user is not removed yet.
     */
    private static Optional<Boolean> lockUser(Connection connection, TenantId tenant, UserId user, String condition)
            throws SQLException {
        return Database.first(
                connection,
                "SELECT removed_at IS NULL FROM tenant_user u WHERE tenant_id = ? AND id = ? AND (" + condition
                        + ") FOR UPDATE",
                row -> row.getBoolean(1),
                tenant,
                user);
    }

    private static void requireNoBuckets(Connection connection, TenantId tenant, UserId user) throws SQLException {
        long buckets = JdbcQuotaStore.countBuckets(connection, tenant, user);
        if (buckets > 0) {
            throw new FailureException(new Failure.NotEmpty("user", user.toString(), 0, buckets));
        }
    }

    private static void strip(Connection connection, TenantId tenant, UserId user) throws SQLException {
        for (String statement : OF_USER) {
            Database.update(connection, statement, tenant, user);
        }
    }

    @Override
    public List<LeftTenant> removeTenant(TenantId tenant, Expected expected) {
        return database.transact(connection -> {
            // The lock prevents new users and other references to the tenant.
            Optional<Boolean> present = Database.first(
                    connection,
                    "SELECT true FROM tenant WHERE id = ? AND platform_tenant_id IS NOT NULL FOR UPDATE",
                    row -> row.getBoolean(1),
                    tenant);
            if (present.isEmpty()) {
                throw new FailureException(new Failure.NotFound("tenant", tenant.toString()));
            }
            List<LeftTenant> left =
                    Database.all(connection, LEFT_TENANTS, JdbcAccountDeletions::leftTenant, tenant, tenant);
            JdbcTenantStore.requireRevision(connection, tenant, expected);
            requireEmpty(connection, tenant);
            Database.update(connection, "DELETE FROM quota WHERE tenant_id = ?", tenant);
            Database.update(
                    connection,
                    "UPDATE webhook SET deleted_at = now() WHERE tenant_id = ? AND deleted_at IS NULL",
                    tenant);
            Database.update(connection, "DELETE FROM tenant_platform WHERE tenant_id = ?", tenant);
            Database.update(connection, "DELETE FROM tenant WHERE id = ?", tenant);
            return left;
        });
    }

    private static LeftTenant leftTenant(ResultSet row) throws SQLException {
        @Nullable String counterpart = row.getString(3);
        return new LeftTenant(
                new PlatformId(row.getInt(1)),
                row.getString(2),
                counterpart == null ? null : new PlatformTenantId(counterpart));
    }

    private static void requireEmpty(Connection connection, TenantId tenant) throws SQLException {
        long users = Database.first(
                        connection,
                        "SELECT count(*) FROM tenant_user WHERE tenant_id = ?",
                        row -> row.getLong(1),
                        tenant)
                .orElseThrow();
        long buckets = JdbcQuotaStore.countBuckets(connection, tenant, null);
        if (users + buckets > 0) {
            throw new FailureException(new Failure.NotEmpty("tenant", tenant.toString(), users, buckets));
        }
    }
}
