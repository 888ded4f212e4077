package dev.ose.server.store;

import dev.ose.s3.BucketName;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.failure.Failure;
import dev.ose.server.failure.FailureException;
import dev.ose.server.tenancy.PlatformId;
import dev.ose.server.tenancy.TenantId;
import dev.ose.server.tenancy.UserId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Rows of buckets. */
public final class JdbcBucketStore implements BucketStore {

    private static final int MAX_PAGE = 10_001;
    /** Bounds what one statement deletes, so that each stays far below the statement time-out. */
    private static final int ROWS_PER_DELETE = 10_000;

    private static final List<String> TABLES_OF_OBJECTS =
            List.of("object_dirty", "op_intent", "object_info", "usage_delta");

    private final Database database;

    public JdbcBucketStore(Database database) {
        this.database = database;
    }

    @Override
    public Optional<BucketId> claim(
            TenantId tenant, UserId owner, PlatformId platform, BucketName name, String region) {
        return database.transact(connection -> {
            Optional<BucketId> fresh = Database.first(
                    connection, """
                    INSERT INTO bucket (tenant_id, owner_id, platform_id, name, region) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (platform_id, name) DO NOTHING RETURNING id
                    """, row -> new BucketId(row.getLong(1)), tenant, owner, platform, name, region);
            return fresh.isPresent() ? fresh : takeOver(connection, tenant, owner, platform, name, region);
        });
    }

    private static Optional<BucketId> takeOver(
            Connection connection, TenantId tenant, UserId owner, PlatformId platform, BucketName name, String region)
            throws SQLException {
        Optional<BucketId> taken = Database.first(
                connection, """
                UPDATE bucket SET owner_id = ?, region = ?
                WHERE platform_id = ? AND name = ? AND tenant_id = ? AND state = 'CREATING' RETURNING id
                """, row -> new BucketId(row.getLong(1)), owner, region, platform, name, tenant);
        if (taken.isPresent()) {
            return taken;
        }
        boolean ours = Database.first(
                        connection,
                        "SELECT tenant_id FROM bucket WHERE platform_id = ? AND name = ?",
                        row -> new TenantId(row.getObject(1, UUID.class)),
                        platform,
                        name)
                .filter(tenant::equals)
                .isPresent();
        if (!ours) {
            throw new FailureException(new Failure.BucketTaken(name.value()));
        }
        return Optional.empty();
    }

    @Override
    public Bucket confirm(TenantId tenant, BucketId bucket) {
        return database.first(
                        "UPDATE bucket SET state = 'ACTIVE' WHERE tenant_id = ? AND id = ? RETURNING " + Rows.BUCKET,
                        Rows::bucket,
                        tenant,
                        bucket)
                .orElseThrow(() -> new FailureException(new Failure.BucketMissing(Long.toString(bucket.value()))));
    }

    @Override
    public void abandon(TenantId tenant, BucketId bucket) {
        database.update("DELETE FROM bucket WHERE tenant_id = ? AND id = ? AND state = 'CREATING'", tenant, bucket);
    }

    @Override
    public void remove(TenantId tenant, BucketId bucket) {
        int removed = database.update("DELETE FROM bucket WHERE tenant_id = ? AND id = ?", tenant, bucket);
        if (removed == 1) {
            TABLES_OF_OBJECTS.forEach(table -> forgetObjects(table, bucket));
        }
    }

    /** In steps: the name is free already, and nobody looks for rows of an id that is gone. */
    private void forgetObjects(String table, BucketId bucket) {
        String step = "DELETE FROM " + table + " WHERE bucket_id = ? AND ctid = ANY (ARRAY(SELECT ctid FROM " + table
                + " WHERE bucket_id = ? LIMIT " + ROWS_PER_DELETE + "))";
        int deleted;
        do {
            deleted = database.update(step, bucket, bucket);
        } while (deleted == ROWS_PER_DELETE);
    }

    @Override
    public List<Bucket> list(TenantId tenant, String prefix, String after, int limit) {
        return database.all(
                "SELECT " + Rows.BUCKET + " FROM bucket WHERE tenant_id = ? AND state = 'ACTIVE'"
                        + " AND starts_with(name, ?) AND name > ? ORDER BY name LIMIT ?",
                Rows::bucket,
                tenant,
                prefix,
                after,
                Math.clamp(limit, 1, MAX_PAGE));
    }
}
