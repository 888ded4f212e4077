package dev.ose.server.bucket.jdbc;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.s3.BucketName;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.ForeignBucket;
import dev.ose.server.database.CacheInvalidationListener;
import dev.ose.server.database.CacheValidity;
import dev.ose.server.database.Database;
import dev.ose.server.database.LookupCache;
import dev.ose.server.database.RowMappers;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.Identity;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Buckets, cached in memory. */
public final class CachedBucketDirectory implements BucketDirectory, CacheInvalidationListener {

    private static final String SELECT =
            "SELECT " + RowMappers.BUCKET + " FROM bucket WHERE tenant_id = ? AND name = ? AND state <> 'CREATING'";

    private static final String SELECT_PUBLICLY = """
            SELECT b.*, c.platform_tenant_id
            FROM (SELECT %s FROM bucket WHERE name = ? AND state <> 'CREATING') b
                JOIN tenant t ON t.id = b.tenant_id
                JOIN tenant_counterpart c ON c.of_tenant = b.tenant_id AND c.on_platform = b.platform_id
            WHERE t.status = 'ACTIVE'
            """.formatted(RowMappers.BUCKET);

    private static final String SELECT_SHARED = """
            SELECT b.*, c.platform_tenant_id
            FROM (SELECT %s FROM bucket WHERE name = ? AND state <> 'CREATING' AND tenant_id <> ?) b
                JOIN tenant t ON t.id = b.tenant_id
                JOIN tenant_counterpart c ON c.of_tenant = b.tenant_id AND c.on_platform = b.platform_id
            WHERE t.status = 'ACTIVE' AND (b.platform_id = ? OR EXISTS (
                SELECT FROM tenant_counterpart m WHERE m.of_tenant = ? AND m.on_platform = b.platform_id))
            AND EXISTS (
                SELECT 1 FROM bucket_grant g WHERE g.bucket_id = b.id
                    AND (g.tenant_id IS NULL OR (g.tenant_id = ? AND (g.user_id IS NULL OR g.user_id = ?))))
            """.formatted(RowMappers.BUCKET);

    private final LookupCache<Key, Bucket> cache;
    private final LookupCache<SharedKey, ForeignBucket> sharedCache;
    private final LookupCache<BucketName, ForeignBucket> publicCache;

    public CachedBucketDirectory(Database database, CacheValidity freshness) {
        this.cache = new LookupCache<>(
                key -> database.first(SELECT, RowMappers::bucket, key.tenant(), key.name()), Key::tenant, freshness);
        this.sharedCache = new LookupCache<>(
                key -> database.first(
                        SELECT_SHARED,
                        CachedBucketDirectory::foreignBucket,
                        key.name(),
                        key.tenant(),
                        key.platform(),
                        key.tenant(),
                        key.tenant(),
                        key.user()),
                SharedKey::tenant,
                freshness);
        this.publicCache = new LookupCache<>(
                name -> database.first(SELECT_PUBLICLY, CachedBucketDirectory::foreignBucket, name), freshness);
    }

    @Override
    public CompletableFuture<Optional<Bucket>> find(TenantId tenant, BucketName name) {
        return cache.find(new Key(tenant, name));
    }

    @Override
    public CompletableFuture<Optional<ForeignBucket>> findShared(Identity caller, BucketName name) {
        return sharedCache.find(new SharedKey(caller.platform(), caller.tenant(), caller.user(), name));
    }

    @Override
    public CompletableFuture<Optional<ForeignBucket>> findPublicly(BucketName name) {
        return publicCache.find(name);
    }

    private static ForeignBucket foreignBucket(ResultSet row) throws SQLException {
        return new ForeignBucket(RowMappers.bucket(row), new PlatformTenantId(row.getString("platform_tenant_id")));
    }

    @Override
    public void forget(RowKind kind, String key) {
        switch (kind) {
            case BUCKET -> {
                cache.forgetKeys(known -> known.name().value().equals(key));
                sharedCache.forgetKeys(known -> known.name().value().equals(key));
                publicCache.forgetKeys(known -> known.value().equals(key));
            }
            case TENANT -> {
                TenantId tenant = new TenantId(UUID.fromString(key));
                cache.forgetKeys(known -> known.tenant().equals(tenant));
                sharedCache.forgetValues(found -> found.bucket().tenant().equals(tenant));
                publicCache.forgetValues(found -> found.bucket().tenant().equals(tenant));
            }
            case PLATFORM, USER, CREDENTIAL -> {
                // A bucket contains only ids of them, which never change.
            }
        }
    }

    @Override
    public void forgetAll() {
        cache.forgetAll();
        sharedCache.forgetAll();
        publicCache.forgetAll();
    }

    private record Key(TenantId tenant, BucketName name) {}

    private record SharedKey(PlatformId platform, TenantId tenant, UserId user, BucketName name) {}
}
