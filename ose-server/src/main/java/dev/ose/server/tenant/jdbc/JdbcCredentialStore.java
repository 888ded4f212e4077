package dev.ose.server.tenant.jdbc;

import dev.ose.adapter.Secret;
import dev.ose.keyring.Keyring;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.database.Database;
import dev.ose.server.database.Revisions;
import dev.ose.server.database.RowMappers;
import dev.ose.server.database.SealContext;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.runtime.revision.Revised;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.Credential;
import dev.ose.server.tenant.credential.CredentialStore;
import dev.ose.server.tenant.credential.CredentialTerms;
import dev.ose.server.tenant.credential.ShownCredential;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Credentials as rows, with sealed secrets. */
public final class JdbcCredentialStore implements CredentialStore {

    /** Selects the user by tenant and id: nothing is inserted for a user of another tenant. */
    private static final String INSERT = """
            INSERT INTO credential
                (access_key, tenant_id, user_id, kind, status, description, policy, expires_at, created_at, secret,
                session_token_digest, role_id, assumed_by, admin_session_id, name)
            SELECT ?, u.tenant_id, u.id, ?, ?, ?, ?, ?::timestamptz, ?, ?, ?, ?::uuid, ?, ?::uuid, ? FROM tenant_user u
            WHERE u.tenant_id = ? AND u.id = ? AND u.removed_at IS NULL
            """;

    private static final Session NO_SESSION = new Session(null, null);

    private final Database database;
    private final Keyring keyring;

    public JdbcCredentialStore(Database database, Keyring keyring) {
        this.database = database;
        this.keyring = keyring;
    }

    @Override
    public void add(TenantId tenant, Credential draft, Secret secretKey, IntConsumer requireRoom) {
        database.transact(connection -> {
            JdbcUserStore.lock(connection, tenant, draft.user());
            requireRoom.accept(count(connection, tenant, draft.user()));
            requireFreeName(connection, draft);
            return insert(connection, INSERT, tenant, draft, secretKey, NO_SESSION);
        });
    }

    private static int count(Connection connection, TenantId tenant, UserId user) throws SQLException {
        return Database.first(
                        connection,
                        "SELECT count(*) FROM credential WHERE tenant_id = ? AND user_id = ? AND kind <> 'SESSION'",
                        row -> row.getInt(1),
                        tenant,
                        user)
                .orElseThrow();
    }

    /** Requires that no other credential of the user, which is locked, has the name. */
    private static void requireFreeName(Connection connection, Credential named) throws SQLException {
        @Nullable String name = named.terms().name();
        if (name != null
                && Database.first(
                                connection,
                                "SELECT true FROM credential"
                                        + " WHERE tenant_id = ? AND user_id = ? AND name = ? AND access_key <> ?",
                                row -> row.getBoolean(1),
                                named.tenant(),
                                named.user(),
                                name,
                                named.accessKey())
                        .isPresent()) {
            throw new FailureException(new Failure.AlreadyExists("credential", name));
        }
    }

    @Override
    public boolean addReserved(TenantId tenant, Credential draft, Secret secretKey) {
        return database.query(connection -> insert(
                        connection,
                        INSERT + " ON CONFLICT (user_id) WHERE kind = 'RESERVED' DO NOTHING",
                        tenant,
                        draft,
                        secretKey,
                        NO_SESSION))
                == 1;
    }

    @Override
    public boolean adopt(TenantId tenant, Credential draft, Secret secretKey) {
        database.query(connection -> insert(
                connection, INSERT + " ON CONFLICT (access_key) DO NOTHING", tenant, draft, secretKey, NO_SESSION));
        return find(tenant, draft.accessKey())
                .filter(it -> it.user().equals(draft.user()))
                .isPresent();
    }

    @Override
    public void addSession(
            TenantId tenant,
            Credential draft,
            Secret secretKey,
            String tokenDigest,
            @Nullable Parent parent,
            Consumer<Open> requireRoom) {
        @Nullable OfRole ofRole = parent instanceof OfRole role ? role : null;
        database.transact(connection -> {
            JdbcUserStore.lock(connection, tenant, draft.user());
            if (parent instanceof OfLogin login) {
                requireOpen(connection, login);
            }
            Database.update(
                    connection,
                    "DELETE FROM credential"
                            + " WHERE tenant_id = ? AND user_id = ? AND kind = 'SESSION' AND expires_at < ?",
                    tenant,
                    draft.user(),
                    draft.createdAt());
            requireRoom.accept(countSessions(connection, tenant, draft.user(), ofRole));
            return insert(connection, INSERT, tenant, draft, secretKey, new Session(tokenDigest, parent));
        });
    }

    /** Locks the session against its end, which would not see the credential. */
    private static void requireOpen(Connection connection, OfLogin login) throws SQLException {
        if (Database.first(
                        connection,
                        "SELECT 1 FROM admin_session WHERE id = ? FOR KEY SHARE",
                        row -> row.getInt(1),
                        login.session())
                .isEmpty()) {
            throw new FailureException(
                    new Failure.NotFound("session", login.session().toString()));
        }
    }

    @Override
    public Open countSessions(TenantId tenant, UserId user, @Nullable OfRole ofRole) {
        return database.query(connection -> countSessions(connection, tenant, user, ofRole));
    }

    private static Open countSessions(Connection connection, TenantId tenant, UserId user, @Nullable OfRole ofRole)
            throws SQLException {
        return Database.first(
                        connection,
                        """
                        SELECT count(*), count(*) FILTER (WHERE assumed_by IS NOT DISTINCT FROM ?)
                        FROM credential WHERE tenant_id = ? AND user_id = ? AND kind = 'SESSION'
                            AND expires_at >= now() AND role_id IS NOT DISTINCT FROM ?::uuid
                        """,
                        row -> new Open(row.getInt(1), row.getInt(2)),
                        ofRole == null ? null : ofRole.principal(),
                        tenant,
                        user,
                        ofRole == null ? null : ofRole.role())
                .orElseThrow();
    }

    /** Properties of sessions only. */
    private record Session(
            @Nullable String tokenDigest, @Nullable Parent parent) {

        @Nullable
        UUID role() {
            return parent instanceof OfRole role ? role.role() : null;
        }

        @Nullable
        String principal() {
            return parent instanceof OfRole role ? role.principal() : null;
        }

        @Nullable
        UUID login() {
            return parent instanceof OfLogin login ? login.session() : null;
        }
    }

    private int insert(
            Connection connection, String sql, TenantId tenant, Credential draft, Secret secretKey, Session session)
            throws SQLException {
        return Database.update(
                connection,
                sql,
                draft.accessKey(),
                draft.kind(),
                draft.status(),
                draft.terms().description(),
                draft.terms().policy(),
                draft.terms().expiresAt(),
                draft.createdAt(),
                seal(tenant, draft.accessKey(), secretKey),
                session.tokenDigest(),
                session.role(),
                session.principal(),
                session.login(),
                draft.terms().name(),
                tenant,
                draft.user());
    }

    private byte[] seal(TenantId tenant, AccessKeyId accessKey, Secret secretKey) {
        return keyring.seal(secretKey, SealContext.ofCredential(tenant, accessKey.value()));
    }

    @Override
    public Optional<Credential> find(TenantId tenant, AccessKeyId accessKey) {
        return database.first(
                "SELECT " + RowMappers.CREDENTIAL + " FROM credential c WHERE c.tenant_id = ? AND c.access_key = ?",
                RowMappers::credential,
                tenant,
                accessKey);
    }

    @Override
    public Optional<Credential> findReserved(TenantId tenant, UserId user) {
        return database.first(
                "SELECT " + RowMappers.CREDENTIAL
                        + " FROM credential c WHERE c.tenant_id = ? AND c.user_id = ? AND c.kind = 'RESERVED'",
                RowMappers::credential,
                tenant,
                user);
    }

    @Override
    public Optional<Revised<ShownCredential>> show(TenantId tenant, AccessKeyId accessKey) {
        return database.first(
                "SELECT " + RowMappers.SHOWN_CREDENTIAL + ", c.revision FROM " + RowMappers.SHOWN_CREDENTIALS
                        + " WHERE c.tenant_id = ? AND c.access_key = ?",
                Revisions.with(RowMappers::shownCredential),
                tenant,
                accessKey);
    }

    @Override
    public void edit(
            TenantId tenant, AccessKeyId accessKey, Expected expected, Function<Credential, CredentialTerms> change) {
        database.transact(connection -> {
            Revised<Credential> present = lock(connection, tenant, accessKey);
            expected.require(present.revision(), "credential", accessKey.value());
            return setTerms(connection, present.value(), change.apply(present.value()));
        });
    }

    @Override
    public Succession replace(
            TenantId tenant,
            AccessKeyId accessKey,
            Secret secretKey,
            Function<Credential, Succession> succession,
            IntConsumer requireRoom) {
        return database.transact(connection -> {
            Credential present = lock(connection, tenant, accessKey).value();
            requireRoom.accept(count(connection, tenant, present.user()));
            Succession made = succession.apply(present);
            setTerms(connection, present, made.former().terms());
            insert(connection, INSERT, tenant, made.successor(), secretKey, NO_SESSION);
            return made;
        });
    }

    /** The credential as it is once its user is locked, which serializes changes of names. */
    private static Revised<Credential> lock(Connection connection, TenantId tenant, AccessKeyId accessKey)
            throws SQLException {
        String sql = "SELECT " + RowMappers.CREDENTIAL + ", c.revision FROM credential c"
                + " WHERE c.tenant_id = ? AND c.access_key = ?";
        RowMappers.Reader<Revised<Credential>> reader = Revisions.with(RowMappers::credential);
        Optional<Revised<Credential>> seen = Database.first(connection, sql, reader, tenant, accessKey);
        if (seen.isPresent()) {
            JdbcUserStore.lock(connection, tenant, seen.get().value().user());
            seen = Database.first(connection, sql + " FOR UPDATE", reader, tenant, accessKey);
        }
        return seen.orElseThrow(() -> missing(accessKey));
    }

    private static int setTerms(Connection connection, Credential credential, CredentialTerms terms)
            throws SQLException {
        requireFreeName(connection, credential.with(terms));
        return Database.update(
                connection,
                "UPDATE credential SET name = ?, description = ?, policy = ?, expires_at = ?::timestamptz"
                        + " WHERE tenant_id = ? AND access_key = ?",
                terms.name(),
                terms.description(),
                terms.policy(),
                terms.expiresAt(),
                credential.tenant(),
                credential.accessKey());
    }

    @Override
    public List<Credential> list(TenantId tenant, UserId user, int limit) {
        return database.all(
                "SELECT " + RowMappers.CREDENTIAL
                        + " FROM credential c WHERE c.tenant_id = ? AND c.user_id = ? AND c.kind <> 'SESSION'"
                        + " ORDER BY c.created_at, c.access_key LIMIT ?",
                RowMappers::credential,
                tenant,
                user,
                limit);
    }

    @Override
    public void setStatus(TenantId tenant, AccessKeyId accessKey, Status status) {
        requireOne(
                database.update(
                        "UPDATE credential SET status = ? WHERE tenant_id = ? AND access_key = ?",
                        status,
                        tenant,
                        accessKey),
                accessKey);
    }

    @Override
    public void delete(TenantId tenant, AccessKeyId accessKey) {
        database.update("DELETE FROM credential WHERE tenant_id = ? AND access_key = ?", tenant, accessKey);
    }

    private static void requireOne(int changed, AccessKeyId accessKey) {
        if (changed == 0) {
            throw missing(accessKey);
        }
    }

    private static FailureException missing(AccessKeyId accessKey) {
        return new FailureException(new Failure.NotFound("credential", accessKey.value()));
    }
}
