package dev.ose.server.iam.jdbc;

import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.iam.federation.FederatedSubject;
import dev.ose.server.iam.federation.FederatedUserStore;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.jdbc.JdbcUserStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;

/** Subjects of users as rows, next to those of users. */
public final class JdbcFederatedUserStore implements FederatedUserStore {

    private static final String SUBJECT = " WHERE f.tenant_id = ? AND f.issuer = ? AND f.subject = ?";

    private final Database database;

    public JdbcFederatedUserStore(Database database) {
        this.database = database;
    }

    @Override
    public Optional<Binding> find(TenantId tenant, FederatedSubject subject) {
        return database.first(
                "SELECT u.id, u.tenant_id, u.name, u.role, u.status, u.canonical_id, u.created_at, "
                        + JdbcUserStore.IS_FINISHED
                        + " FROM federated_user f"
                        + " LEFT JOIN tenant_user u"
                        + " ON u.tenant_id = f.tenant_id AND u.id = f.user_id AND u.removed_at IS NULL"
                        + SUBJECT,
                JdbcFederatedUserStore::binding,
                tenant,
                subject.issuer(),
                subject.id());
    }

    private static Binding binding(ResultSet row) throws SQLException {
        return row.getObject(1) == null ? new Binding.Gone() : new Binding.Of(RowMappers.user(row), row.getBoolean(8));
    }

    @Override
    public boolean isBound(TenantId tenant, UserId user) {
        return database.first(
                        "SELECT true FROM tenant_user u WHERE tenant_id = ? AND id = ? AND "
                                + JdbcUserStore.IS_FEDERATED,
                        row -> row.getBoolean(1),
                        tenant,
                        user)
                .isPresent();
    }

    @Override
    public Claim claim(FederatedSubject subject, User draft) {
        return database.transact(connection -> {
            Optional<Integer> most = lockRoom(connection, draft.tenant(), subject);
            if (most.isEmpty()) {
                return new Claim.Closed();
            }
            Optional<UserId> begun = again(connection, draft.tenant(), subject);
            return begun.isPresent()
                    ? active(connection, draft.tenant(), begun.get())
                    : insert(connection, subject, draft, most.get());
        });
    }

    /**
     * How many users the provider may create, if it may. The locks serialize counting and inserting, and delay a change
     * of the tenant's status or of the provider until this transaction ends.
     */
    private static Optional<Integer> lockRoom(Connection connection, TenantId tenant, FederatedSubject subject)
            throws SQLException {
        String sql = """
                SELECT p.max_users FROM tenant t JOIN identity_provider p ON p.tenant_id = t.id
                WHERE t.id = ? AND t.status = 'ACTIVE' AND p.issuer = ? AND p.max_users IS NOT NULL
                FOR SHARE OF t FOR NO KEY UPDATE OF p
                """;
        return Database.first(connection, sql, row -> row.getInt(1), tenant, subject.issuer());
    }

    /** The user inserted by an earlier attempt; counts this attempt. */
    private static Optional<UserId> again(Connection connection, TenantId tenant, FederatedSubject subject)
            throws SQLException {
        return Database.first(
                connection,
                "UPDATE federated_user f SET attempts = attempts + 1" + SUBJECT + " RETURNING user_id",
                row -> new UserId(row.getObject(1, UUID.class)),
                tenant,
                subject.issuer(),
                subject.id());
    }

    private static Claim active(Connection connection, TenantId tenant, UserId user) throws SQLException {
        String sql = "SELECT " + RowMappers.USER + ", " + JdbcUserStore.IS_FINISHED
                + " FROM tenant_user u WHERE tenant_id = ? AND id = ? AND status = 'ACTIVE'";
        Optional<Claim> claim = Database.first(
                connection, sql, row -> new Claim.Of(RowMappers.user(row), row.getBoolean(8)), tenant, user);
        return claim.orElseGet(Claim.Closed::new);
    }

    private static Claim insert(Connection connection, FederatedSubject subject, User draft, int most)
            throws SQLException {
        if (count(connection, draft.tenant(), subject.issuer()) >= most) {
            return new Claim.Full();
        }
        if (isMeant(connection, draft) || !JdbcUserStore.insert(connection, draft, null, null)) {
            return new Claim.NameTaken();
        }
        Database.update(
                connection,
                "INSERT INTO federated_user (tenant_id, issuer, subject, user_id) VALUES (?, ?, ?, ?)",
                draft.tenant(),
                subject.issuer(),
                subject.id(),
                draft.id());
        return new Claim.Of(draft, false);
    }

    /** Counts existing users: removed ones do not count towards the limit. */
    private static int count(Connection connection, TenantId tenant, String issuer) throws SQLException {
        return Database.first(
                        connection,
                        "SELECT count(*) FROM federated_user f"
                                + " JOIN tenant_user u ON u.id = f.user_id AND u.removed_at IS NULL"
                                + " WHERE f.tenant_id = ? AND f.issuer = ?",
                        row -> row.getInt(1),
                        tenant,
                        issuer)
                .orElseThrow();
    }

    /**
     * Whether a provider maps claims to a user of that name, possibly a deleted one. A subject that chose the name at
     * its issuer would gain the rights intended for that user.
     */
    public static boolean isMeant(Connection connection, User draft) throws SQLException {
        return Database.first(
                        connection,
                        "SELECT true FROM identity_provider WHERE tenant_id = ? AND ? = ANY (user_names) LIMIT 1",
                        row -> row.getBoolean(1),
                        draft.tenant(),
                        draft.name())
                .orElse(false);
    }

    @Override
    public void release(FederatedSubject subject, User user) {
        database.transact(connection -> {
            // The lock delays the next attempt, which then finds no row and starts over.
            boolean isAlone = Database.first(
                            connection,
                            "SELECT true FROM federated_user f" + SUBJECT
                                    + " AND f.user_id = ? AND f.attempts = 1 FOR UPDATE",
                            row -> row.getBoolean(1),
                            user.tenant(),
                            subject.issuer(),
                            subject.id(),
                            user.id())
                    .isPresent();
            if (isAlone && deleteUnmade(connection, user)) {
                Database.update(
                        connection,
                        "DELETE FROM federated_user WHERE tenant_id = ? AND user_id = ?",
                        user.tenant(),
                        user.id());
            }
            return isAlone;
        });
    }

    private static boolean deleteUnmade(Connection connection, User user) throws SQLException {
        return Database.update(
                        connection,
                        "DELETE FROM tenant_user WHERE tenant_id = ? AND id = ? AND platform_user_id IS NULL",
                        user.tenant(),
                        user.id())
                == 1;
    }
}
