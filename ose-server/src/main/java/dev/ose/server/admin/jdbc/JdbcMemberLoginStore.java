package dev.ose.server.admin.jdbc;

import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.access.MemberLogin;
import dev.ose.server.admin.access.MemberLoginStore;
import dev.ose.server.admin.access.PasswordHash;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.ImpersonationPolicy;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.CredentialLimits;
import java.util.Optional;
import java.util.UUID;

/** Logins of tenants' users in the table {@code tenant_login}. */
public final class JdbcMemberLoginStore implements MemberLoginStore {

    private final Database database;

    public JdbcMemberLoginStore(Database database) {
        this.database = database;
    }

    @Override
    public Optional<MemberLogin> find(String tenantName, String userName) {
        String sql = """
                SELECT u.tenant_id, u.id, u.role, t.pose_as, l.password_hash, t.status, u.status,
                    ARRAY(SELECT p.document FROM user_policy p WHERE p.user_id = u.id) AS policies
                FROM tenant t JOIN tenant_user u ON u.tenant_id = t.id JOIN tenant_login l ON l.user_id = u.id
                WHERE t.name = ? AND u.name = ?
                """;
        return database.first(
                sql,
                row -> new MemberLogin(
                        new AdminCaller.Member(
                                new TenantId(row.getObject(1, UUID.class)),
                                new UserId(row.getObject(2, UUID.class)),
                                userName + '@' + tenantName,
                                Role.valueOf(row.getString(3)),
                                ImpersonationPolicy.valueOf(row.getString(4)),
                                CredentialLimits.ofLogin(RowMappers.texts(row, 8))),
                        new PasswordHash(row.getString(5)),
                        Status.valueOf(row.getString(6)) == Status.ACTIVE
                                && Status.valueOf(row.getString(7)) == Status.ACTIVE),
                tenantName,
                userName);
    }

    @Override
    public void put(TenantId tenant, UserId user, PasswordHash hash) {
        String sql = """
                INSERT INTO tenant_login (tenant_id, user_id, password_hash)
                SELECT tenant_id, id, ? FROM tenant_user WHERE tenant_id = ? AND id = ? AND removed_at IS NULL
                ON CONFLICT (user_id) DO UPDATE SET password_hash = EXCLUDED.password_hash, changed_at = now()
                """;
        if (database.update(sql, hash.encoded(), tenant, user) == 0) {
            throw new FailureException(new Failure.NotFound("user", user.toString()));
        }
    }

    @Override
    public void remove(TenantId tenant, UserId user) {
        database.update("DELETE FROM tenant_login WHERE tenant_id = ? AND user_id = ?", tenant, user);
    }
}
