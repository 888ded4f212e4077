package dev.ose.server.bucket.jdbc;

import dev.ose.s3.BucketName;
import dev.ose.server.accounting.jdbc.JdbcQuotaStore;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.ownership.BucketTransfers;
import dev.ose.server.catalog.jdbc.CatchUp;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.jdbc.JdbcUserStore;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Transfers, as columns of buckets. */
public final class JdbcBucketTransfers implements BucketTransfers {

    /**
     * The user's buckets, and those promised to the user, which are transferred as well. A write of a dead node, or
     * with an unknown outcome, is a mark that is held for as long as it may still surface.
     */
    private static final String HELD = """
            SELECT name, is_written, has_uploads FROM bucket b CROSS JOIN LATERAL (
                SELECT EXISTS (SELECT FROM op_intent i
                        WHERE i.bucket_id = b.id AND i.started_at < now() - ? * interval '1 millisecond')
                    OR EXISTS (SELECT FROM object_dirty d
                        WHERE d.bucket_id = b.id AND d.hold_until > now()) AS is_written,
                    EXISTS (SELECT FROM upload u WHERE u.bucket_id = b.id) AS has_uploads
            ) at_work
            WHERE tenant_id = ? AND (owner_id = ? OR new_owner_id = ?) AND state <> 'CREATING'
                AND (is_written OR has_uploads)
            ORDER BY name LIMIT ?
            """;

    private final Database database;
    private final CatchUp catchUp;

    /** For rows that never lag behind. */
    public JdbcBucketTransfers(Database database) {
        this(database, CatchUp.NOT_NEEDED);
    }

    public JdbcBucketTransfers(Database database, CatchUp catchUp) {
        this.database = database;
        this.catchUp = catchUp;
    }

    @Override
    public Optional<UserId> promise(TenantId tenant, Bucket bucket, UserId newOwner) {
        return database.transact(connection -> {
            Row row = lock(connection, tenant, bucket);
            if (!JdbcUserStore.hold(connection, tenant, newOwner)) {
                throw new FailureException(new Failure.NotFound("user", newOwner.toString()));
            }
            if (!row.isOf(newOwner)) {
                Database.update(connection, "UPDATE bucket SET new_owner_id = ? WHERE id = ?", newOwner, bucket.id());
                JdbcQuotaStore.requireRoomForTransfer(connection, tenant, newOwner);
            }
            return row.newOwner();
        });
    }

    @Override
    public void withdraw(TenantId tenant, Bucket bucket, Optional<UserId> before) {
        database.update(
                "UPDATE bucket SET new_owner_id = ?::uuid WHERE tenant_id = ? AND id = ?",
                before.orElse(null),
                tenant,
                bucket.id());
    }

    @Override
    public void fulfil(TenantId tenant, Bucket bucket, UserId newOwner) {
        database.transact(connection -> {
            // Excludes the counter roll-up, which would write the owner that it read before.
            lock(connection, tenant, bucket);
            Database.update(
                    connection, "UPDATE usage_bucket SET owner_id = ? WHERE bucket_id = ?", newOwner, bucket.id());
            return Database.update(
                    connection,
                    "UPDATE bucket SET owner_id = ?, new_owner_id = NULL WHERE id = ?",
                    newOwner,
                    bucket.id());
        });
    }

    @Override
    public List<Bucket> listOf(TenantId tenant, UserId owner, int limit) {
        return database.all(
                "SELECT " + RowMappers.BUCKET + " FROM bucket"
                        + " WHERE tenant_id = ? AND owner_id = ? AND state <> 'CREATING' ORDER BY name LIMIT ?",
                RowMappers::bucket,
                tenant,
                owner,
                limit);
    }

    @Override
    public List<Begun> listBegun(TenantId tenant, UserId user, int limit) {
        return database.all(
                "SELECT " + RowMappers.BUCKET
                        + ", new_owner_id FROM bucket WHERE tenant_id = ? AND (owner_id = ? OR new_owner_id = ?)"
                        + " AND new_owner_id IS NOT NULL AND state <> 'CREATING' ORDER BY name LIMIT ?",
                row -> new Begun(RowMappers.bucket(row), new UserId(row.getObject("new_owner_id", UUID.class))),
                tenant,
                user,
                user,
                limit);
    }

    @Override
    public List<Held> listHeld(TenantId tenant, UserId owner, Duration age, int limit) {
        catchUp.ofAll();
        return database.all(
                HELD,
                row -> new Held(new BucketName(row.getString(1)), row.getBoolean(2), row.getBoolean(3)),
                age.toMillis(),
                tenant,
                owner,
                owner,
                limit);
    }

    private static Row lock(Connection connection, TenantId tenant, Bucket bucket) throws SQLException {
        return Database.first(
                        connection,
                        "SELECT owner_id, new_owner_id FROM bucket"
                                + " WHERE tenant_id = ? AND id = ? AND state <> 'CREATING' FOR UPDATE",
                        Row::of,
                        tenant,
                        bucket.id())
                .orElseThrow(() -> new FailureException(
                        new Failure.BucketMissing(bucket.name().value())));
    }

    private record Row(UserId owner, Optional<UserId> newOwner) {

        static Row of(ResultSet row) throws SQLException {
            @Nullable UUID newOwner = row.getObject(2, UUID.class);
            return new Row(
                    new UserId(row.getObject(1, UUID.class)),
                    Optional.ofNullable(newOwner).map(UserId::new));
        }

        /** Whether the bucket counts for that user already. */
        boolean isOf(UserId user) {
            return owner.equals(user) || newOwner.equals(Optional.of(user));
        }
    }
}
