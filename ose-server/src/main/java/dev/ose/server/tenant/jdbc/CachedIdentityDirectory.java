package dev.ose.server.tenant.jdbc;

import dev.ose.adapter.PlatformKey;
import dev.ose.keyring.Keyring;
import dev.ose.s3.AddressRange;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.database.CacheInvalidationListener;
import dev.ose.server.database.CacheValidity;
import dev.ose.server.database.Database;
import dev.ose.server.database.LookupCache;
import dev.ose.server.database.RowMappers;
import dev.ose.server.database.SealContext;
import dev.ose.server.tenant.CanonicalId;
import dev.ose.server.tenant.Role;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.CredentialKind;
import dev.ose.server.tenant.credential.CredentialLimits;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.server.tenant.credential.IdentityDirectory;
import java.net.InetAddress;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Identities, cached in memory. */
public final class CachedIdentityDirectory implements IdentityDirectory, CacheInvalidationListener {

    /** A user without a platform key has no identity. */
    private static final String SELECT = """
            SELECT c.access_key, c.secret, c.secret_version, c.kind, c.status, c.expires_at, t.id, t.status,
                u.id, u.status, u.name, u.canonical_id, u.platform_id, u.platform_access_key, u.platform_secret,
                c.policy, c.session_token_digest,
                ARRAY(SELECT p.document FROM user_policy p WHERE p.user_id = u.id ORDER BY p.name) AS user_policies,
                u.role, c.role_id IS NOT NULL,
                ARRAY(SELECT p.document FROM role_policy p WHERE p.role_id = c.role_id) AS role_policies,
                t.s3_endpoint
            FROM credential c
                JOIN tenant_user u ON u.tenant_id = c.tenant_id AND u.id = c.user_id
                JOIN tenant t ON t.id = c.tenant_id
            WHERE c.access_key = ? AND u.platform_access_key IS NOT NULL
            """;

    private final Database database;
    private final Keyring keyring;
    private final SharedPolicies policies = new SharedPolicies();
    private final LookupCache<AccessKeyId, Identity> cache;

    public CachedIdentityDirectory(Database database, Keyring keyring, CacheValidity freshness) {
        this.database = database;
        this.keyring = keyring;
        this.cache = new LookupCache<>(this::load, key -> key, freshness);
    }

    @Override
    public CompletableFuture<Optional<Identity>> find(AccessKeyId accessKey, InetAddress client) {
        return cache.find(accessKey, _ -> AddressRange.networkOf(client));
    }

    private Optional<Identity> load(AccessKeyId accessKey) {
        // The database cannot contain a NUL and would refuse it.
        return accessKey.value().indexOf('\0') >= 0 ? Optional.empty() : database.first(SELECT, this::read, accessKey);
    }

    private Identity read(ResultSet row) throws SQLException {
        AccessKeyId accessKey = new AccessKeyId(row.getString(1));
        TenantId tenant = new TenantId(row.getObject(7, UUID.class));
        UserId user = new UserId(row.getObject(9, UUID.class));
        PlatformKey platformKey = new PlatformKey(
                row.getString(14), keyring.unseal(row.getBytes(15), SealContext.ofPlatformKey(tenant, user)));
        CredentialKind kind = CredentialKind.valueOf(row.getString(4));
        Identity.Key key = new Identity.Key(
                accessKey,
                keyring.unseal(row.getBytes(2), SealContext.ofCredential(tenant, accessKey.value())),
                row.getInt(3),
                kind,
                limits(kind, row),
                row.getString(17),
                Status.valueOf(row.getString(5)),
                RowMappers.instantOrNull(row, 6));
        Identity.Member member = new Identity.Member(
                user,
                row.getString(11),
                Role.valueOf(row.getString(19)),
                new CanonicalId(row.getString(12)),
                Status.valueOf(row.getString(10)));
        return new Identity(
                key, tenant, Status.valueOf(row.getString(8)), member, RowMappers.endpoint(row, 13, 22), platformKey);
    }

    private CredentialLimits limits(CredentialKind kind, ResultSet row) throws SQLException {
        List<String> ofUser = RowMappers.texts(row, 18);
        return row.getBoolean(20)
                ? CredentialLimits.ofRole(row.getString(16), ofUser, RowMappers.texts(row, 21), policies::read)
                : CredentialLimits.of(kind, row.getString(16), ofUser, policies::read);
    }

    @Override
    public void forget(RowKind kind, String key) {
        switch (kind) {
            case CREDENTIAL -> cache.forget(new AccessKeyId(key));
            case USER -> {
                UserId user = new UserId(UUID.fromString(key));
                cache.forgetValues(identity -> identity.user().equals(user));
            }
            case TENANT -> {
                TenantId tenant = new TenantId(UUID.fromString(key));
                cache.forgetValues(identity -> identity.tenant().equals(tenant));
            }
            case PLATFORM, BUCKET -> {
                // An identity contains only ids of them, which never change.
            }
        }
    }

    @Override
    public void forgetAll() {
        cache.forgetAll();
    }
}
