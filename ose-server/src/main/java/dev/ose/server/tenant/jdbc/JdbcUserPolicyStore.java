package dev.ose.server.tenant.jdbc;

import dev.ose.server.database.Database;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.UserPolicyStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** {@link UserPolicyStore} in PostgreSQL. Blocks on the database. Thread-safe. */
public final class JdbcUserPolicyStore implements UserPolicyStore {

    /** Selects the user by tenant and id: nothing is inserted for a user of another tenant. */
    private static final String PUT = """
            INSERT INTO user_policy (tenant_id, user_id, name, document)
            SELECT u.tenant_id, u.id, ?, ? FROM tenant_user u WHERE u.tenant_id = ? AND u.id = ?
            ON CONFLICT (user_id, name) DO UPDATE SET document = excluded.document
            """;

    private final Database database;

    public JdbcUserPolicyStore(Database database) {
        this.database = database;
    }

    @Override
    public void put(TenantId tenant, UserId user, String name, String document, Consumer<List<String>> requireRoom) {
        database.transact(connection -> {
            JdbcUserStore.lock(connection, tenant, user);
            requireRoom.accept(names(connection, tenant, user));
            return Database.update(connection, PUT, name, document, tenant, user);
        });
    }

    @Override
    public Optional<String> find(TenantId tenant, UserId user, String name) {
        return database.first(
                "SELECT document FROM user_policy WHERE tenant_id = ? AND user_id = ? AND name = ?",
                row -> row.getString(1),
                tenant,
                user,
                name);
    }

    @Override
    public List<String> names(TenantId tenant, UserId user) {
        return database.query(connection -> names(connection, tenant, user));
    }

    private static List<String> names(Connection connection, TenantId tenant, UserId user) throws SQLException {
        return Database.all(
                connection,
                "SELECT name FROM user_policy WHERE tenant_id = ? AND user_id = ? ORDER BY name",
                row -> row.getString(1),
                tenant,
                user);
    }

    @Override
    public boolean delete(TenantId tenant, UserId user, String name) {
        return database.update(
                        "DELETE FROM user_policy WHERE tenant_id = ? AND user_id = ? AND name = ?", tenant, user, name)
                > 0;
    }
}
