package dev.ose.server.admin.jdbc;

import dev.ose.server.admin.access.account.AccountId;
import dev.ose.server.admin.access.token.ApiToken;
import dev.ose.server.admin.access.token.ApiTokenStore;
import dev.ose.server.admin.access.token.TokenId;
import dev.ose.server.admin.access.token.TokenLogin;
import dev.ose.server.admin.access.token.TokenScope;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Tokens in the table {@code api_token}. */
public final class JdbcApiTokenStore implements ApiTokenStore {

    /** What {@link #read} reads. */
    public static final String COLUMNS = "id, name, is_read_only, tenant_id, created_at, expires_at, used_at";

    private static final String ADD = "INSERT INTO api_token"
            + " (account_id, name, digest, is_read_only, tenant_id, expires_at) VALUES (?, ?, ?, ?, ?, ?)"
            + " ON CONFLICT (account_id, name) DO NOTHING RETURNING " + COLUMNS;

    private static final String IS_OVERDUE = "(a.password_hash IS NULL AND"
            + " coalesce(a.signed_in_at, '-infinity') <= now() - ? * interval '1 second')";

    /** The outer part sees the row as it was before. */
    private static final String USE = "WITH touched AS (UPDATE api_token k SET used_at = now() FROM account a"
            + " WHERE a.id = k.account_id AND k.digest = ? AND k.expires_at > now()"
            + " AND (k.used_at IS NULL OR k.used_at < now() - interval '1 minute') AND NOT " + IS_OVERDUE + ") SELECT "
            + AccountRows.COLUMNS + ", k.is_read_only, k.tenant_id, " + IS_OVERDUE + " FROM " + AccountRows.FROM
            + " JOIN api_token k ON k.account_id = a.id WHERE k.digest = ? AND k.expires_at > now()";

    private final Database database;

    public JdbcApiTokenStore(Database database) {
        this.database = database;
    }

    @Override
    public ApiToken add(AccountId account, Draft draft, int most) {
        TenantId tenant = draft.scope().tenant();
        return database.transact(connection -> {
            requireRoom(connection, account, most);
            requireTenant(connection, tenant);
            return Database.first(
                            connection,
                            ADD,
                            JdbcApiTokenStore::read,
                            account.value(),
                            draft.name(),
                            draft.digest(),
                            draft.scope().isReadOnly(),
                            tenant,
                            draft.expiresAt())
                    .orElseThrow(() -> new FailureException(new Failure.AlreadyExists("token", draft.name())));
        });
    }

    /** Locks the account, so that requests beside each other do not exceed the limit together. */
    private static void requireRoom(Connection connection, AccountId account, int most) throws SQLException {
        Database.first(
                connection, "SELECT 1 FROM account WHERE id = ? FOR UPDATE", row -> row.getInt(1), account.value());
        long present = Database.first(
                        connection,
                        "SELECT count(*) FROM api_token WHERE account_id = ?",
                        row -> row.getLong(1),
                        account.value())
                .orElseThrow();
        if (present >= most) {
            throw new FailureException(new Failure.Invalid("name", "would be the token after " + most + " others"));
        }
    }

    private static void requireTenant(Connection connection, @Nullable TenantId tenant) throws SQLException {
        if (tenant != null
                && Database.first(connection, "SELECT 1 FROM tenant WHERE id = ?", row -> row.getInt(1), tenant)
                        .isEmpty()) {
            throw new FailureException(new Failure.NotFound("tenant", tenant.toString()));
        }
    }

    @Override
    public boolean delete(AccountId account, TokenId token) {
        return database.update("DELETE FROM api_token WHERE account_id = ? AND id = ?", account.value(), token.value())
                == 1;
    }

    @Override
    public Optional<TokenLogin> use(String digest, Duration signInMaxAge) {
        long seconds = signInMaxAge.toSeconds();
        return database.first(
                USE,
                row -> new TokenLogin(
                        AccountRows.read(row),
                        new TokenScope(row.getBoolean(AccountRows.COUNT + 1), tenant(row, AccountRows.COUNT + 2)),
                        row.getBoolean(AccountRows.COUNT + 3)),
                digest,
                seconds,
                seconds,
                digest);
    }

    /** Reads a row of the columns. */
    public static ApiToken read(ResultSet row) throws SQLException {
        return new ApiToken(
                new TokenId(row.getObject(1, UUID.class)),
                row.getString(2),
                new TokenScope(row.getBoolean(3), tenant(row, 4)),
                RowMappers.instant(row, 5),
                RowMappers.instant(row, 6),
                RowMappers.instantOrNull(row, 7));
    }

    private static @Nullable TenantId tenant(ResultSet row, int column) throws SQLException {
        UUID id = row.getObject(column, UUID.class);
        return id == null ? null : new TenantId(id);
    }
}
