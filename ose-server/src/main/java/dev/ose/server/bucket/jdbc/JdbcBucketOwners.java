package dev.ose.server.bucket.jdbc;

import dev.ose.adapter.PlatformKey;
import dev.ose.keyring.Keyring;
import dev.ose.s3.BucketName;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.database.SealContext;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.util.Optional;
import java.util.UUID;

/** Owners of buckets with their platform keys. */
public final class JdbcBucketOwners implements BucketOwners {

    private final Database database;
    private final Keyring keyring;

    public JdbcBucketOwners(Database database, Keyring keyring) {
        this.database = database;
        this.keyring = keyring;
    }

    @Override
    public Optional<BucketOwner> find(BucketId bucket) {
        return database.first(
                """
                SELECT b.name, b.platform_id, u.platform_access_key, u.platform_secret, b.tenant_id, b.owner_id,
                    t.s3_endpoint, coalesce(b.may_have_versions, true), b.client_conditions, u.is_first
                FROM bucket b
                    JOIN user_counterpart u ON u.of_tenant = b.tenant_id AND u.of_user = b.owner_id
                        AND u.on_platform = b.platform_id
                    JOIN tenant_counterpart t ON t.of_tenant = b.tenant_id AND t.on_platform = b.platform_id
                WHERE b.id = ? AND u.platform_secret IS NOT NULL
                """,
                row -> {
                    TenantId tenant = new TenantId(row.getObject(5, UUID.class));
                    UserId user = new UserId(row.getObject(6, UUID.class));
                    String context = row.getBoolean(10)
                            ? SealContext.ofPlatformKey(tenant, user)
                            : SealContext.ofPlatformKey(tenant, user, new PlatformId(row.getInt(2)));
                    PlatformKey key = new PlatformKey(row.getString(3), keyring.unseal(row.getBytes(4), context));
                    return new BucketOwner(
                            new BucketName(row.getString(1)),
                            RowMappers.endpoint(row, 2, 7),
                            key,
                            row.getBoolean(8),
                            RowMappers.conditions(row.getString(9)));
                },
                bucket);
    }
}
