package dev.ose.server.pagination.jdbc;

import dev.ose.server.pagination.AdminList;
import dev.ose.server.tenant.credential.AssumableRole;
import dev.ose.server.tenant.credential.NamedPolicy;
import dev.ose.server.tenant.jdbc.JdbcAssumableRoleStore;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Map;

/** The tables of lists of roles and policies. */
final class PolicyTables {

    static final ListTable<NamedPolicy> OF_USER = new ListTable<>(
            AdminList.USER_POLICIES,
            "name, document",
            "user_policy WHERE tenant_id = ? AND user_id = ?",
            Map.of("name", "name"),
            PolicyTables::policy);

    static final ListTable<AssumableRole> ROLES = new ListTable<>(
            AdminList.ROLES,
            JdbcAssumableRoleStore.COLUMNS,
            "tenant_role r WHERE r.tenant_id = ?",
            Map.of("name", "r.name", "description", "r.description", "createdAt", "r.created_at"),
            JdbcAssumableRoleStore::read);

    static final ListTable<NamedPolicy> OF_ROLE = new ListTable<>(
            AdminList.ROLE_POLICIES,
            "name, document",
            "role_policy WHERE role_id = ?",
            Map.of("name", "name"),
            PolicyTables::policy);

    private PolicyTables() {}

    private static NamedPolicy policy(ResultSet row) throws SQLException {
        return new NamedPolicy(row.getString(1), row.getString(2));
    }
}
