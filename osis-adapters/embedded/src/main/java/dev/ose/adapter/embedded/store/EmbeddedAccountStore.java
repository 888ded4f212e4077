package dev.ose.adapter.embedded.store;

import dev.ose.adapter.PlatformKey;
import dev.ose.adapter.PlatformTenant;
import dev.ose.adapter.PlatformTenantId;
import dev.ose.adapter.PlatformUser;
import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Secret;
import dev.ose.adapter.TenantRequest;
import dev.ose.adapter.UserRequest;
import dev.ose.keyring.Keyring;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Tenants, users and their keys; secrets are sealed, each bound to its access key. Thread-safe; blocks on PostgreSQL.
 */
public final class EmbeddedAccountStore {

    private static final int ACCESS_KEY_DIGITS = 16;
    private static final int SECRET_BYTES = 30;
    private static final int CANONICAL_ID_BYTES = 32;

    private final StoreDatabase database;
    private final Keyring keyring;
    private final Clock clock;
    private final SecureRandom random = new SecureRandom();

    public EmbeddedAccountStore(StoreDatabase database, Keyring keyring, Clock clock) {
        this.database = database;
        this.keyring = keyring;
        this.clock = clock;
    }

    /** The user and the secret of an access key. */
    public record Login(StoreCaller caller, Secret secret) {}

    /** The tenant of this external id, created if missing. */
    public PlatformTenant createTenant(TenantRequest request) {
        return database.write(connection -> {
            Sql.update(
                    connection,
                    "insert into embedded_platform.tenant (id, external_id, name, created_at) values (?, ?, ?, ?)"
                            + " on conflict (external_id) do nothing",
                    UUID.randomUUID().toString(),
                    request.externalId(),
                    request.name(),
                    clock.instant());
            return Sql.first(
                            connection,
                            "select * from embedded_platform.tenant where external_id = ?",
                            EmbeddedAccountStore::tenant,
                            request.externalId())
                    .orElseThrow();
        });
    }

    /** The tenant, if it exists. */
    public Optional<PlatformTenant> findTenant(PlatformTenantId id) {
        return database.read(connection -> Sql.first(
                connection,
                "select * from embedded_platform.tenant where id = ?",
                EmbeddedAccountStore::tenant,
                id.value()));
    }

    /** Deletes the tenant; false if it has users or buckets. */
    public boolean deleteTenant(PlatformTenantId id) {
        return database.write(connection -> {
            Sql.list(
                    connection,
                    "select id from embedded_platform.tenant where id = ? for update",
                    row -> row.getString("id"),
                    id.value());
            boolean used = Sql.first(
                            connection,
                            "select 1 as one from embedded_platform.platform_user where tenant_id = ?"
                                    + " union all select 1 from embedded_platform.bucket where tenant_id = ? limit 1",
                            row -> row.getInt("one"),
                            id.value(),
                            id.value())
                    .isPresent();
            if (!used) {
                Sql.update(connection, "delete from embedded_platform.tenant where id = ?", id.value());
            }
            return !used;
        });
    }

    /** The user of this external id in its tenant, created if missing; empty if there is no such tenant. */
    public Optional<PlatformUser> createUser(UserRequest request) {
        byte[] canonicalId = randomBytes(CANONICAL_ID_BYTES);
        return database.write(connection -> {
            Sql.update(
                    connection,
                    """
                    insert into embedded_platform.platform_user (
                        id, tenant_id, external_id, canonical_id, name, is_active, created_at)
                    select ?, id, ?, ?, ?, true, ? from embedded_platform.tenant where id = ?
                    on conflict (tenant_id, external_id) do nothing
                    """,
                    UUID.randomUUID().toString(),
                    request.externalId(),
                    HexFormat.of().formatHex(canonicalId),
                    request.name(),
                    clock.instant(),
                    request.tenant().value());
            return Sql.first(
                    connection,
                    "select * from embedded_platform.platform_user where tenant_id = ? and external_id = ?",
                    EmbeddedAccountStore::user,
                    request.tenant().value(),
                    request.externalId());
        });
    }

    /** The user, if it exists. */
    public Optional<PlatformUser> findUser(PlatformUserId id) {
        return database.read(connection -> Sql.first(
                connection,
                "select * from embedded_platform.platform_user where id = ?",
                EmbeddedAccountStore::user,
                id.value()));
    }

    /** The canonical ids among these that belong to a user. */
    public Set<String> known(Set<String> canonicalIds) {
        return Set.copyOf(database.read(connection -> Sql.list(
                connection,
                "select canonical_id from embedded_platform.platform_user where canonical_id = any(?)",
                row -> row.getString("canonical_id"),
                (Object) canonicalIds.toArray(String[]::new))));
    }

    /** Activates or deactivates the user; false if there is no such user. */
    public boolean setUserActive(PlatformUserId id, boolean active) {
        return database.write(connection -> Sql.update(
                        connection,
                        "update embedded_platform.platform_user set is_active = ? where id = ?",
                        active,
                        id.value()))
                == 1;
    }

    /** Deletes the user and its keys, if it exists. */
    public void deleteUser(PlatformUserId id) {
        database.write(connection ->
                Sql.update(connection, "delete from embedded_platform.platform_user where id = ?", id.value()));
    }

    /** Deletes the user and its keys; a user who owns buckets is kept without keys, permanently inactive. */
    public void retireUser(PlatformUserId id) {
        database.write(connection -> {
            Sql.update(
                    connection,
                    "update embedded_platform.platform_user set is_active = false where id = ?",
                    id.value());
            Sql.update(connection, "delete from embedded_platform.access_key where user_id = ?", id.value());
            return Sql.update(connection, """
                    delete from embedded_platform.platform_user u where u.id = ?
                    and not exists (select from embedded_platform.bucket b where b.owner_id = u.canonical_id)
                    """, id.value());
        });
    }

    /** Creates a further key of the user; empty if there is no such user. */
    public Optional<PlatformKey> createKey(PlatformUserId user) {
        String accessKey = "OSE"
                + HexFormat.of().formatHex(randomBytes(ACCESS_KEY_DIGITS / 2)).toUpperCase(Locale.ROOT);
        Secret secret = Secret.of(Base64.getUrlEncoder().encode(randomBytes(SECRET_BYTES)));
        byte[] sealed = keyring.seal(secret, context(accessKey));
        int made = database.write(connection -> Sql.update(
                connection,
                "insert into embedded_platform.access_key (access_key, user_id, sealed_secret, created_at)"
                        + " select ?, id, ?, ? from embedded_platform.platform_user where id = ?",
                accessKey,
                sealed,
                clock.instant(),
                user.value()));
        return made == 1 ? Optional.of(new PlatformKey(accessKey, secret)) : Optional.empty();
    }

    /** The user's keys, oldest first. */
    public List<PlatformKey> listKeys(PlatformUserId user) {
        return database.read(connection -> Sql.list(
                connection,
                "select access_key, sealed_secret from embedded_platform.access_key where user_id = ? order by number",
                row -> new PlatformKey(row.getString("access_key"), unseal(row)),
                user.value()));
    }

    /** Deletes the key, if the user has it. */
    public void deleteKey(PlatformUserId user, String accessKey) {
        database.write(connection -> Sql.update(
                connection,
                "delete from embedded_platform.access_key where user_id = ? and access_key = ?",
                user.value(),
                accessKey));
    }

    /** The login of the access key, if it exists and its user is active. */
    public Optional<Login> login(String accessKey) {
        return database.read(connection -> Sql.first(
                connection,
                """
                select k.access_key, k.sealed_secret, u.id, u.canonical_id, u.name, u.tenant_id
                from embedded_platform.access_key k join embedded_platform.platform_user u on u.id = k.user_id
                where k.access_key = ? and u.is_active
                """,
                row -> new Login(
                        new StoreCaller(
                                new StoreOwner(row.getString("canonical_id"), row.getString("name")),
                                new StoreCaller.Account(
                                        new PlatformTenantId(row.getString("tenant_id")),
                                        new PlatformUserId(row.getString("id")))),
                        unseal(row)),
                accessKey));
    }

    /** Binds the schema to a data directory on first use; the id of the directory that it is bound to. */
    public UUID bind(UUID dataDirectory) {
        return database.write(connection -> bind(connection, dataDirectory));
    }

    private static UUID bind(Connection connection, UUID dataDirectory) throws SQLException {
        Sql.update(
                connection,
                "insert into embedded_platform.data_directory (id) values (?) on conflict do nothing",
                dataDirectory);
        return Sql.first(
                        connection,
                        "select id from embedded_platform.data_directory",
                        row -> row.getObject("id", UUID.class))
                .orElseThrow();
    }

    private Secret unseal(ResultSet row) throws SQLException {
        return keyring.unseal(row.getBytes("sealed_secret"), context(row.getString("access_key")));
    }

    private byte[] randomBytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private static String context(String accessKey) {
        return "embedded_platform.access_key:" + accessKey;
    }

    private static PlatformTenant tenant(ResultSet row) throws SQLException {
        return new PlatformTenant(new PlatformTenantId(row.getString("id")), row.getString("name"));
    }

    private static PlatformUser user(ResultSet row) throws SQLException {
        return new PlatformUser(
                new PlatformUserId(row.getString("id")),
                new PlatformTenantId(row.getString("tenant_id")),
                row.getString("canonical_id"),
                row.getString("name"),
                row.getBoolean("is_active"));
    }
}
