package dev.ose.server.tenant.jdbc;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.keyring.Keyring;
import dev.ose.server.database.Database;
import dev.ose.server.database.Revisions;
import dev.ose.server.database.RowMappers;
import dev.ose.server.database.SealContext;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import dev.ose.server.tenant.ShownUser;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.User;
import dev.ose.server.tenant.UserChange;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.UserProfile;
import dev.ose.server.tenant.UserStore;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Users as rows, with sealed platform secrets. */
public final class JdbcUserStore implements UserStore {

    public static final String IS_FINISHED =
            "u.removed_at IS NULL AND EXISTS (SELECT FROM credential c WHERE c.user_id = u.id AND c.kind = 'RESERVED')";
    private static final String FINISHED = " AND " + IS_FINISHED;

    /** Whether a token of an issuer or of Cloud Director began or created the user. */
    public static final String IS_FEDERATED =
            "(u.director_user_id IS NOT NULL" + " OR EXISTS (SELECT FROM federated_user f WHERE f.user_id = u.id))";

    /**
     * A user begun by a token may be finished only for that token's subject: another caller would gain that subject's
     * account.
     */
    private static final String TAKEN = " AND (" + IS_FINISHED + " OR " + IS_FEDERATED + ")";

    private static final String SELECT = "SELECT " + RowMappers.USER + " FROM tenant_user u WHERE tenant_id = ?";

    private static final String SHOWN = "SELECT " + RowMappers.SHOWN_USER + ", u.revision FROM "
            + RowMappers.SHOWN_USERS + " WHERE u.tenant_id = ? AND u.id = ?" + FINISHED;

    private final Database database;
    private final Keyring keyring;

    public JdbcUserStore(Database database, Keyring keyring) {
        this.database = database;
        this.keyring = keyring;
    }

    @Override
    public User claim(TenantId tenant, User draft, @Nullable PlatformUserId adopts) {
        @Nullable String there = adopts == null ? null : adopts.value();
        return database.transact(connection ->
                insert(connection, draft, there, null) ? draft : unfinished(connection, tenant, draft.name(), there));
    }

    /**
     * Inserts an unfinished user; returns false if the name, the platform user or the user of Cloud Director is taken.
     *
     * @param adopts the platform user; null if the platform is to create one
     * @param director the user of Cloud Director; null if it is none
     */
    public static boolean insert(Connection connection, User draft, @Nullable String adopts, @Nullable UUID director)
            throws SQLException {
        String sql = """
                INSERT INTO tenant_user
                    (id, tenant_id, name, role, status, canonical_id, created_at, platform_id, adopts, director_user_id)
                SELECT ?, t.id, ?, ?, ?, ?, ?, t.platform_id, ?::text, ?::uuid FROM tenant t
                WHERE t.id = ? AND NOT EXISTS (
                    SELECT FROM user_counterpart o WHERE o.on_platform = t.platform_id AND o.platform_user_id = ?::text)
                FOR KEY SHARE OF t
                ON CONFLICT DO NOTHING
                """;
        return Database.update(
                        connection,
                        sql,
                        draft.id(),
                        draft.name(),
                        draft.role(),
                        draft.status(),
                        draft.canonicalId(),
                        draft.createdAt(),
                        adopts,
                        director,
                        draft.tenant(),
                        adopts)
                == 1;
    }

    /** The role of the first call is kept: the user may have acted already. */
    private static User unfinished(Connection connection, TenantId tenant, String name, @Nullable String adopts)
            throws SQLException {
        Optional<User> earlier =
                Database.first(connection, SELECT + " AND name = ?" + TAKEN, RowMappers::user, tenant, name);
        if (earlier.isPresent()) {
            throw new FailureException(new Failure.AlreadyExists("user", name));
        }
        Optional<User> begun = Database.first(connection, SELECT + " AND name = ?", RowMappers::user, tenant, name);
        boolean isSame = Database.first(
                        connection,
                        SELECT + " AND name = ? AND adopts IS NOT DISTINCT FROM ?::text",
                        RowMappers::user,
                        tenant,
                        name,
                        adopts)
                .isPresent();
        if (begun.isPresent() && !isSame) {
            throw invalid("a user of this name was begun as another one: repeat that");
        }
        if (begun.isEmpty() && adopts != null) {
            throw invalid("is another user's already");
        }
        return begun.orElseThrow(() -> new FailureException(new Failure.NotFound("tenant", tenant.toString())));
    }

    private static FailureException invalid(String rule) {
        return new FailureException(new Failure.Invalid("platformUser", rule));
    }

    @Override
    public void release(TenantId tenant, UserId user) {
        database.transact(connection -> {
            boolean neverActed = Database.first(
                            connection,
                            "SELECT true FROM tenant_user"
                                    + " WHERE tenant_id = ? AND id = ? AND platform_access_key IS NULL FOR UPDATE",
                            row -> row.getBoolean(1),
                            tenant,
                            user)
                    .isPresent();
            if (neverActed) {
                Database.update(connection, "DELETE FROM credential WHERE tenant_id = ? AND user_id = ?", tenant, user);
                Database.update(connection, "DELETE FROM tenant_user WHERE tenant_id = ? AND id = ?", tenant, user);
            }
            return neverActed;
        });
    }

    @Override
    public void setCounterpart(TenantId tenant, UserId user, PlatformUser counterpart) {
        int known = database.update(
                "UPDATE tenant_user SET platform_user_id = coalesce(platform_user_id, ?),"
                        + " platform_canonical_id = coalesce(platform_canonical_id, ?)"
                        + " WHERE tenant_id = ? AND id = ? AND removed_at IS NULL",
                counterpart.id().value(),
                counterpart.canonicalId(),
                tenant,
                user);
        if (known == 0) {
            throw missing(user);
        }
    }

    @Override
    public Optional<PlatformUserId> counterpart(TenantId tenant, UserId user) {
        return database.first(
                "SELECT platform_user_id FROM tenant_user"
                        + " WHERE tenant_id = ? AND id = ? AND platform_user_id IS NOT NULL",
                row -> new PlatformUserId(row.getString(1)),
                tenant,
                user);
    }

    @Override
    public String setPlatformKey(TenantId tenant, UserId user, PlatformKey key) {
        database.update(
                "UPDATE tenant_user SET platform_access_key = ?, platform_secret = ?"
                        + " WHERE tenant_id = ? AND id = ? AND platform_access_key IS NULL AND removed_at IS NULL",
                key.accessKey(),
                keyring.seal(key.secretKey(), SealContext.ofPlatformKey(tenant, user)),
                tenant,
                user);
        return platformAccessKey(tenant, user).orElseThrow(() -> missing(user));
    }

    @Override
    public boolean hasPlatformKey(TenantId tenant, UserId user) {
        return platformAccessKey(tenant, user).isPresent();
    }

    private Optional<String> platformAccessKey(TenantId tenant, UserId user) {
        return database.first(
                "SELECT platform_access_key FROM tenant_user"
                        + " WHERE tenant_id = ? AND id = ? AND platform_access_key IS NOT NULL",
                row -> row.getString(1),
                tenant,
                user);
    }

    @Override
    public Optional<User> find(TenantId tenant, UserId user) {
        return database.first(SELECT + " AND id = ?" + FINISHED, RowMappers::user, tenant, user);
    }

    @Override
    public Optional<Revised<ShownUser>> findShown(TenantId tenant, UserId user) {
        return database.first(SHOWN, Revisions.with(RowMappers::shownUser), tenant, user);
    }

    @Override
    public Optional<User> findByName(TenantId tenant, String name) {
        return database.first(SELECT + " AND name = ?" + FINISHED, RowMappers::user, tenant, name);
    }

    @Override
    public List<User> list(TenantId tenant, String after, int limit) {
        return database.all(
                SELECT + " AND name > ?" + FINISHED + " ORDER BY name LIMIT ?", RowMappers::user, tenant, after, limit);
    }

    @Override
    public void setStatus(TenantId tenant, UserId user, Status status, Expected expected) {
        database.transact(connection -> {
            requireRevision(connection, tenant, user, expected);
            int changed = Database.update(
                    connection,
                    "UPDATE tenant_user SET status = ? WHERE tenant_id = ? AND id = ? AND removed_at IS NULL",
                    status,
                    tenant,
                    user);
            if (changed == 0) {
                throw missing(user);
            }
            return user;
        });
    }

    @Override
    public void edit(TenantId tenant, UserId user, UserChange change, Expected expected) {
        database.transact(connection -> {
            requireRevision(connection, tenant, user, expected);
            ShownUser present = Database.first(connection, SHOWN, Revisions.with(RowMappers::shownUser), tenant, user)
                    .orElseThrow(() -> missing(user))
                    .value();
            UserProfile profile = change.profile().apply(present.profile());
            return Database.update(
                    connection,
                    "UPDATE tenant_user SET display_name = ?, email = ?, role = ?, status = ?"
                            + " WHERE tenant_id = ? AND id = ?",
                    profile.displayName(),
                    profile.email(),
                    change.role() == null ? present.user().role() : change.role(),
                    change.status() == null ? present.user().status() : change.status(),
                    tenant,
                    user);
        });
    }

    /** Locks the user; one that does not exist is left to what follows. */
    static void requireRevision(Connection connection, TenantId tenant, UserId user, Expected expected)
            throws SQLException {
        Revisions.lock(connection, "tenant_user WHERE tenant_id = ? AND id = ? AND removed_at IS NULL", tenant, user)
                .ifPresent(present -> expected.require(present, "user", user.toString()));
    }

    /** Serializes transactions that count what the user has and add to it. Fails with {@code NotFound}. */
    static void lock(Connection connection, TenantId tenant, UserId user) throws SQLException {
        boolean isThere = Database.first(
                        connection,
                        "SELECT true FROM tenant_user"
                                + " WHERE tenant_id = ? AND id = ? AND removed_at IS NULL FOR NO KEY UPDATE",
                        row -> row.getBoolean(1),
                        tenant,
                        user)
                .isPresent();
        if (!isThere) {
            throw missing(user);
        }
    }

    /** Whether the user exists; it cannot be removed before the end of the transaction then. */
    public static boolean hold(Connection connection, TenantId tenant, UserId user) throws SQLException {
        return Database.first(
                        connection,
                        "SELECT true FROM tenant_user"
                                + " WHERE tenant_id = ? AND id = ? AND removed_at IS NULL FOR KEY SHARE",
                        row -> row.getBoolean(1),
                        tenant,
                        user)
                .isPresent();
    }

    private static FailureException missing(UserId user) {
        return new FailureException(new Failure.NotFound("user", user.toString()));
    }
}
