package dev.ose.server.store;

import dev.ose.adapter.PlatformTenantId;
import dev.ose.s3.BucketName;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.PublicBucket;
import dev.ose.server.tenancy.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** Buckets, from memory where known. */
public final class CachedBucketDirectory implements BucketDirectory, Memory {

    private static final String SELECT =
            "SELECT " + Rows.BUCKET + " FROM bucket WHERE tenant_id = ? AND name = ? AND state <> 'CREATING'";

    /** By way of the platforms, so that the index of their names serves. */
    private static final String SELECT_PUBLICLY = """
            SELECT b.*, t.platform_tenant_id
            FROM platform p
                CROSS JOIN LATERAL (
                    SELECT %s FROM bucket WHERE platform_id = p.id AND name = ? AND state <> 'CREATING') b
                JOIN tenant t ON t.id = b.tenant_id
            WHERE t.status = 'ACTIVE' AND t.platform_tenant_id IS NOT NULL LIMIT 2
            """.formatted(Rows.BUCKET);

    private final LookupCache<Key, Bucket> cache;
    private final LookupCache<BucketName, PublicBucket> publicCache;

    public CachedBucketDirectory(Database database, Freshness freshness) {
        this.cache =
                new LookupCache<>(key -> database.first(SELECT, Rows::bucket, key.tenant(), key.name()), freshness);
        this.publicCache = new LookupCache<>(
                name -> only(database.all(SELECT_PUBLICLY, CachedBucketDirectory::publicBucket, name)), freshness);
    }

    @Override
    public CompletableFuture<Optional<Bucket>> find(TenantId tenant, BucketName name) {
        return cache.find(new Key(tenant, name));
    }

    @Override
    public CompletableFuture<Optional<PublicBucket>> findPublicly(BucketName name) {
        return publicCache.find(name);
    }

    private static Optional<PublicBucket> only(List<PublicBucket> found) {
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }

    private static PublicBucket publicBucket(ResultSet row) throws SQLException {
        return new PublicBucket(Rows.bucket(row), new PlatformTenantId(row.getString("platform_tenant_id")));
    }

    @Override
    public void forget(RowKind kind, String key) {
        switch (kind) {
            case BUCKET -> {
                cache.forgetKeys(known -> known.name().value().equals(key));
                publicCache.forgetKeys(known -> known.value().equals(key));
            }
            case TENANT -> {
                TenantId tenant = new TenantId(UUID.fromString(key));
                publicCache.forgetValues(found -> found.bucket().tenant().equals(tenant));
            }
            case PLATFORM, USER, CREDENTIAL -> {
                // A bucket holds nothing of them but ids, which never change.
            }
        }
    }

    @Override
    public void forgetAll() {
        cache.forgetAll();
        publicCache.forgetAll();
    }

    private record Key(TenantId tenant, BucketName name) {}
}
