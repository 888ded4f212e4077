package dev.ose.server.admin.jdbc;

import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.access.PasswordHash;
import dev.ose.server.admin.access.account.Account;
import dev.ose.server.admin.access.account.AccountId;
import dev.ose.server.database.RowMappers;
import dev.ose.server.tenant.ImpersonationPolicy;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.CredentialLimits;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The columns of accounts in queries, and their reader. */
final class AccountRows {

    static final String COLUMNS = """
            a.id, a.name, a.status, a.password_hash, a.must_change,
            EXISTS (SELECT 1 FROM second_factor f WHERE f.account_id = a.id AND f.confirmed_at IS NOT NULL),
            u.tenant_id, u.id, u.name, u.role, u.status, t.name, t.status, t.impersonation,
            ARRAY(SELECT p.document FROM user_policy p WHERE p.user_id = u.id)
            """;

    /** The number of these columns. */
    static final int COUNT = 15;

    static final String FROM =
            " account a LEFT JOIN tenant_user u ON u.id = a.user_id LEFT JOIN tenant t ON t.id = u.tenant_id ";

    private AccountRows() {}

    /** Reads the columns, which are the first of the row. */
    static Account read(ResultSet row) throws SQLException {
        boolean isMember = row.getObject(8) != null;
        String hash = row.getString(4);
        return new Account(
                new AccountId(row.getObject(1, UUID.class)),
                isMember ? member(row) : new AdminCaller.Provider(row.getString(2)),
                hash == null ? null : new PasswordHash(hash),
                isMember ? isActive(row.getString(11)) && isActive(row.getString(13)) : isActive(row.getString(3)),
                row.getBoolean(5),
                row.getBoolean(6));
    }

    private static AdminCaller.Member member(ResultSet row) throws SQLException {
        return new AdminCaller.Member(
                new TenantId(row.getObject(7, UUID.class)),
                new UserId(row.getObject(8, UUID.class)),
                row.getString(9) + '@' + row.getString(12),
                RowMappers.word(row, 10, Role.TENANT_USER),
                RowMappers.word(row, 14, ImpersonationPolicy.DISALLOW),
                CredentialLimits.ofLogin(RowMappers.texts(row, 15)));
    }

    private static boolean isActive(@Nullable String status) {
        return Status.ACTIVE.name().equals(status);
    }
}
