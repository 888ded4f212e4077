package dev.ose.server.accounting.jdbc;

import dev.ose.server.accounting.quota.Limit;
import dev.ose.server.accounting.quota.LimitDirectory;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.database.CacheInvalidationListener;
import dev.ose.server.database.CacheValidity;
import dev.ose.server.database.Database;
import dev.ose.server.database.LookupCache;
import dev.ose.server.tenant.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Limits of buckets, cached in memory. */
public final class CachedLimitDirectory implements LimitDirectory, CacheInvalidationListener {

    /** Each of the three branches uses its own index. A bucket without quotas yields one row without a quota. */
    private static final String SELECT = """
            SELECT b.tenant_id, q.id, q.holder, q.max_bytes IS NOT NULL, q.max_objects IS NOT NULL, b.name
            FROM bucket b LEFT JOIN LATERAL (
                SELECT id, 'BUCKET' AS holder, max_bytes, max_objects FROM quota WHERE bucket_id = b.id
                UNION ALL
                SELECT id, 'USER', max_bytes, max_objects FROM quota
                WHERE tenant_id = b.tenant_id AND user_id = b.owner_id
                UNION ALL
                SELECT id, 'TENANT', max_bytes, max_objects FROM quota
                WHERE tenant_id = b.tenant_id AND user_id IS NULL AND bucket_id IS NULL
            ) q ON q.max_bytes IS NOT NULL OR q.max_objects IS NOT NULL
            WHERE b.id = ?
            """;

    private final LookupCache<BucketId, Limits> cache;

    public CachedLimitDirectory(Database database, CacheValidity freshness) {
        this.cache =
                new LookupCache<>(bucket -> limits(database.all(SELECT, CachedLimitDirectory::row, bucket)), freshness);
    }

    private record Limits(TenantId tenant, String bucket, List<Limit> limits) {}

    private record Row(
            TenantId tenant, String bucket, @Nullable Limit limit) {}

    private static Row row(ResultSet row) throws SQLException {
        @Nullable String holder = row.getString(3);
        return new Row(
                new TenantId(row.getObject(1, UUID.class)),
                row.getString(6),
                holder == null
                        ? null
                        : new Limit(
                                row.getLong(2), Limit.Holder.valueOf(holder), row.getBoolean(4), row.getBoolean(5)));
    }

    private static Optional<Limits> limits(List<Row> rows) {
        return rows.stream()
                .findFirst()
                .map(first -> new Limits(
                        first.tenant(),
                        first.bucket(),
                        rows.stream()
                                .flatMap(row -> Optional.ofNullable(row.limit()).stream())
                                .toList()));
    }

    @Override
    public CompletableFuture<List<Limit>> of(BucketId bucket) {
        return cache.find(bucket).thenApply(found -> found.map(Limits::limits).orElse(List.of()));
    }

    @Override
    public void forget(RowKind kind, String key) {
        switch (kind) {
            case TENANT -> {
                TenantId tenant = new TenantId(UUID.fromString(key));
                cache.forgetValues(found -> found.tenant().equals(tenant));
            }
            // The bucket may have a new owner with another quota.
            case BUCKET -> cache.forgetValues(found -> found.bucket().equals(key));
            case PLATFORM, USER, CREDENTIAL -> {
                // A changed quota is notified as a change of its tenant.
            }
        }
    }

    @Override
    public void forgetAll() {
        cache.forgetAll();
    }
}
