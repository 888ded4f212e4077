package dev.ose.server.admin.jdbc;

import dev.ose.server.admin.access.AdminCaller;
import dev.ose.server.admin.access.PasswordHash;
import dev.ose.server.admin.access.account.Account;
import dev.ose.server.admin.access.account.AccountStore;
import dev.ose.server.admin.access.account.FederatedAdministrator;
import dev.ose.server.admin.access.account.LoginRules;
import dev.ose.server.database.Database;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.UserId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Accounts in the table {@code account}, whose triggers end sessions. */
public final class JdbcAccountStore implements AccountStore {

    private static final String SELECT = "SELECT " + AccountRows.COLUMNS + " FROM " + AccountRows.FROM + " WHERE ";

    private static final String SET_ROLE =
            "UPDATE tenant_user SET role = ? WHERE tenant_id = ? AND id = ? AND removed_at IS NULL AND role <> ?";

    private static final String ADD = """
            INSERT INTO account (tenant_id, user_id)
            SELECT tenant_id, id FROM tenant_user WHERE tenant_id = ? AND id = ? AND removed_at IS NULL
            ON CONFLICT DO NOTHING
            """;

    private static final String ADD_ADMINISTRATOR = "INSERT INTO account (name, status, subject, provider)"
            + " VALUES (?, 'ACTIVE', ?, ?) ON CONFLICT DO NOTHING";

    private static final String REPLACE_HASH = "UPDATE account SET password_hash = ?, must_change = false,"
            + " password_changed_at = now() WHERE id = ? AND password_hash IS NOT DISTINCT FROM ?";
    private static final String OF_SUBJECT = "SELECT id FROM account WHERE provider = ? AND subject = ?";

    /**
     * Locks the identity provider until the end of the transaction. A name says nothing of the issuer: the identity
     * provider may have been removed, and one of another issuer added, since the token was verified. The issuer of one
     * that stays never changes, and accounts are deleted with it, so that an account's id stands for the issuer.
     */
    private static final String LOCK_PROVIDER =
            "SELECT 1 FROM administrator_provider WHERE name = ? AND issuer = ? FOR KEY SHARE";

    private static final char OF_TENANT = '@';

    private final Database database;

    public JdbcAccountStore(Database database) {
        this.database = database;
    }

    @Override
    public Optional<Account> find(String login) {
        // Neither tenants' names nor users' contain the sign.
        int sign = login.lastIndexOf(OF_TENANT);
        return sign < 0
                ? database.first(SELECT + "a.name = ?", AccountRows::read, login)
                : database.first(
                        SELECT + "t.name = ? AND u.name = ?",
                        AccountRows::read,
                        login.substring(sign + 1),
                        login.substring(0, sign));
    }

    @Override
    public Optional<Account> find(TenantId tenant, UserId user) {
        return database.first(SELECT + "a.tenant_id = ? AND a.user_id = ?", AccountRows::read, tenant, user);
    }

    @Override
    public Account federated(User user, @Nullable Role role) {
        return database.transact(connection -> {
            if (role != null) {
                Database.update(connection, SET_ROLE, role, user.tenant(), user.id(), role);
            }
            Database.update(connection, ADD, user.tenant(), user.id());
            return Database.first(
                            connection,
                            SELECT + "a.tenant_id = ? AND a.user_id = ?",
                            AccountRows::read,
                            user.tenant(),
                            user.id())
                    .orElseThrow(() -> new FailureException(new Failure.NotFound("user", user.name())));
        });
    }

    @Override
    public Optional<Account> federated(FederatedAdministrator administrator) {
        return database.transact(connection -> {
            if (!lockProvider(connection, administrator)) {
                return Optional.empty();
            }
            Optional<Account> present = ofSubject(connection, administrator);
            String name = administrator.name();
            if (present.isPresent() || name == null || !LoginRules.isName(name)) {
                return present;
            }
            Database.update(connection, ADD_ADMINISTRATOR, name, administrator.subject(), administrator.provider());
            // None if an account of another login has the name: no identity provider takes an account over.
            return ofSubject(connection, administrator);
        });
    }

    private static boolean lockProvider(Connection connection, FederatedAdministrator administrator)
            throws SQLException {
        return Database.first(connection, LOCK_PROVIDER, row -> true, administrator.provider(), administrator.issuer())
                .isPresent();
    }

    private static Optional<Account> ofSubject(Connection connection, FederatedAdministrator administrator)
            throws SQLException {
        return Database.first(
                connection,
                SELECT + "a.provider = ? AND a.subject = ?",
                AccountRows::read,
                administrator.provider(),
                administrator.subject());
    }

    @Override
    public void revoke(FederatedAdministrator administrator) {
        database.transact(connection -> {
            boolean isTrusted = lockProvider(connection, administrator);
            for (String table : isTrusted ? List.of("admin_session", "api_token") : List.<String>of()) {
                Database.update(
                        connection,
                        "DELETE FROM " + table + " WHERE account_id = (" + OF_SUBJECT + ")",
                        administrator.provider(),
                        administrator.subject());
            }
            return isTrusted;
        });
    }

    @Override
    public Optional<Account> of(AdminCaller caller) {
        return switch (caller) {
            case AdminCaller.Anonymous _ -> Optional.empty();
            case AdminCaller.Provider(String name) -> database.first(SELECT + "a.name = ?", AccountRows::read, name);
            case AdminCaller.Member member -> find(member.tenant(), member.user());
        };
    }

    @Override
    public void putLogin(TenantId tenant, UserId user, PasswordHash hash, boolean mustChange) {
        String sql = """
                INSERT INTO account (tenant_id, user_id, password_hash, must_change)
                SELECT tenant_id, id, ?, ? FROM tenant_user WHERE tenant_id = ? AND id = ? AND removed_at IS NULL
                ON CONFLICT (user_id) DO UPDATE SET password_hash = EXCLUDED.password_hash,
                    must_change = EXCLUDED.must_change, password_changed_at = now()
                """;
        if (database.update(sql, hash.encoded(), mustChange, tenant, user) == 0) {
            throw new FailureException(new Failure.NotFound("user", user.toString()));
        }
    }

    @Override
    public void removeLogin(TenantId tenant, UserId user) {
        database.update("DELETE FROM account WHERE tenant_id = ? AND user_id = ?", tenant, user);
    }

    @Override
    public Account changePassword(Account proved, PasswordHash hash) {
        PasswordHash before = proved.hash();
        int changed = database.update(
                REPLACE_HASH, hash.encoded(), proved.id().value(), before == null ? null : before.encoded());
        if (changed == 0) {
            throw new FailureException(new Failure.WrongLogin());
        }
        return new Account(proved.id(), proved.caller(), hash, proved.isActive(), false, proved.hasSecondFactor());
    }
}
