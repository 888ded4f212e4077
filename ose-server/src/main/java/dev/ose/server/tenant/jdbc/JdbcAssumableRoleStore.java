package dev.ose.server.tenant.jdbc;

import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.RoleArn;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.AssumableRole;
import dev.ose.server.tenant.credential.AssumableRoleStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/** Roles and their policies as rows. */
public final class JdbcAssumableRoleStore implements AssumableRoleStore {

    /** What {@link #read} reads. */
    public static final String COLUMNS =
            "r.id, r.tenant_id, r.name, r.user_id, r.trust, r.description, r.max_session_seconds, r.created_at";

    private static final String SELECT = "SELECT " + COLUMNS + " FROM tenant_role r";
    private static final String NAMED = " WHERE r.tenant_id = ? AND r.name = ?";

    /** Selects the user by tenant and id, so that no role acts as a user of another tenant. */
    private static final String INSERT = """
            INSERT INTO tenant_role (id, tenant_id, name, user_id, trust, description, max_session_seconds, created_at)
            SELECT ?, u.tenant_id, ?, u.id, ?, ?, ?, ? FROM tenant_user u
            WHERE u.tenant_id = ? AND u.id = ? AND u.removed_at IS NULL
            ON CONFLICT (tenant_id, name) DO NOTHING
            """;

    private static final String PUT_POLICY = """
            INSERT INTO role_policy (role_id, user_id, name, document)
            SELECT r.id, r.user_id, ?, ? FROM tenant_role r WHERE r.tenant_id = ? AND r.id = ?
            ON CONFLICT (role_id, name) DO UPDATE SET document = excluded.document
            """;

    private final Database database;

    public JdbcAssumableRoleStore(Database database) {
        this.database = database;
    }

    @Override
    public boolean add(AssumableRole role, IntConsumer requireRoom) {
        return database.transact(connection -> {
            lock(connection, "tenant", role.tenant().value(), "tenant");
            requireRoom.accept(Database.first(
                            connection,
                            "SELECT count(*) FROM tenant_role WHERE tenant_id = ?",
                            row -> row.getInt(1),
                            role.tenant())
                    .orElseThrow());
            return Database.update(
                            connection,
                            INSERT,
                            role.id(),
                            role.name(),
                            role.trust(),
                            role.description(),
                            role.longest().toSeconds(),
                            role.createdAt(),
                            role.tenant(),
                            role.actsAs())
                    == 1;
        });
    }

    /** Serializes transactions that count rows and insert further ones. */
    private static void lock(Connection connection, String table, UUID id, String kind) throws SQLException {
        boolean isThere = Database.first(
                        connection,
                        "SELECT true FROM " + table + " WHERE id = ? FOR NO KEY UPDATE",
                        row -> row.getBoolean(1),
                        id)
                .isPresent();
        if (!isThere) {
            throw new FailureException(new Failure.NotFound(kind, id.toString()));
        }
    }

    @Override
    public Optional<AssumableRole> find(RoleArn role) {
        return database.first(SELECT + NAMED, JdbcAssumableRoleStore::read, role.tenant(), role.name());
    }

    @Override
    public Optional<AssumableRole> findActive(RoleArn role) {
        return database.first(
                SELECT + " JOIN tenant t ON t.id = r.tenant_id AND t.status = 'ACTIVE'"
                        + " JOIN tenant_user u ON u.id = r.user_id AND u.status = 'ACTIVE'" + NAMED,
                JdbcAssumableRoleStore::read,
                role.tenant(),
                role.name());
    }

    @Override
    public List<AssumableRole> list(TenantId tenant, String after, int limit) {
        return database.all(
                SELECT + " WHERE r.tenant_id = ? AND r.name > ? ORDER BY r.name LIMIT ?",
                JdbcAssumableRoleStore::read,
                tenant,
                after,
                limit);
    }

    @Override
    public void setTrust(AssumableRole role, String trust) {
        database.update(
                "UPDATE tenant_role SET trust = ?, trust_set_at = now() WHERE tenant_id = ? AND id = ?",
                trust,
                role.tenant(),
                role.id());
    }

    @Override
    public boolean isMeant(AssumableRole role, TenantId tenant, UserId user) {
        // A minute for clock skew: creation times of users are those of nodes.
        return database.first(
                        "SELECT u.created_at <= r.trust_set_at + interval '1 minute' FROM tenant_user u, tenant_role r"
                                + " WHERE u.tenant_id = ? AND u.id = ? AND r.tenant_id = ? AND r.id = ?",
                        row -> row.getBoolean(1),
                        tenant,
                        user,
                        role.tenant(),
                        role.id())
                .orElse(false);
    }

    @Override
    public void delete(AssumableRole role) {
        database.update("DELETE FROM tenant_role WHERE tenant_id = ? AND id = ?", role.tenant(), role.id());
    }

    @Override
    public void putPolicy(AssumableRole role, String name, String document, Consumer<OtherPolicies> requireRoom) {
        database.transact(connection -> {
            lock(connection, "tenant_role", role.id(), "role");
            requireRoom.accept(Database.first(
                            connection,
                            "SELECT count(*), coalesce(sum(length(document)), 0) FROM role_policy"
                                    + " WHERE role_id = ? AND name <> ?",
                            row -> new OtherPolicies(row.getInt(1), row.getInt(2)),
                            role.id(),
                            name)
                    .orElseThrow());
            return Database.update(connection, PUT_POLICY, name, document, role.tenant(), role.id());
        });
    }

    @Override
    public Optional<String> findPolicy(AssumableRole role, String name) {
        return database.first(
                "SELECT document FROM role_policy WHERE role_id = ? AND name = ?",
                row -> row.getString(1),
                role.id(),
                name);
    }

    @Override
    public List<String> policyNames(AssumableRole role) {
        return database.all(
                "SELECT name FROM role_policy WHERE role_id = ? ORDER BY name", row -> row.getString(1), role.id());
    }

    @Override
    public boolean deletePolicy(AssumableRole role, String name) {
        return database.update("DELETE FROM role_policy WHERE role_id = ? AND name = ?", role.id(), name) > 0;
    }

    /** Reads a row of the columns. */
    public static AssumableRole read(ResultSet row) throws SQLException {
        return new AssumableRole(
                row.getObject(1, UUID.class),
                new TenantId(row.getObject(2, UUID.class)),
                row.getString(3),
                new UserId(row.getObject(4, UUID.class)),
                row.getString(5),
                row.getString(6),
                Duration.ofSeconds(row.getInt(7)),
                RowMappers.instant(row, 8));
    }
}
