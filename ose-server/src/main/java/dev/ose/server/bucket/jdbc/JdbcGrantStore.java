package dev.ose.server.bucket.jdbc;

import dev.ose.s3.BucketName;
import dev.ose.s3.policy.ClientConditions;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.bucket.sharing.GrantSource;
import dev.ose.server.bucket.sharing.GrantStore;
import dev.ose.server.bucket.sharing.Grantee;
import dev.ose.server.bucket.sharing.SharingChange;
import dev.ose.server.database.Database;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Grantees of buckets as rows. */
public final class JdbcGrantStore implements GrantStore {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcGrantStore.class);

    private static final String END = "DELETE FROM sharing_change WHERE bucket_id = ? AND id = ?";

    /** Skips a grantee that was removed during the platform request. */
    private static final String INSERT = """
            INSERT INTO bucket_grant (bucket_id, bucket, source, tenant_id, user_id)
            SELECT ?, ?, ?, ?::uuid, ?::uuid
            WHERE (?::uuid IS NULL OR EXISTS (SELECT FROM tenant WHERE id = ?))
                AND (?::uuid IS NULL OR EXISTS (
                    SELECT FROM tenant_user WHERE tenant_id = ? AND id = ? AND removed_at IS NULL))
            """;

    private static final String TENANTS_OF_ACL =
            "FROM bucket_grant WHERE bucket_id = ? AND source = ? AND tenant_id IS NOT NULL AND user_id IS NULL";

    private final Database database;

    public JdbcGrantStore(Database database) {
        this.database = database;
    }

    @Override
    public SharingChange begin(BucketId bucket, BucketName name) {
        return database.first(
                        """
                        INSERT INTO sharing_change (bucket_id, id, busy_until)
                        VALUES (?, ?, now() + interval '2 minutes')
                        ON CONFLICT (bucket_id) DO UPDATE SET id = excluded.id, busy_until = excluded.busy_until
                            WHERE sharing_change.busy_until <= now()
                        RETURNING id
                        """,
                        row -> new SharingChange(bucket, name, row.getObject(1, UUID.class)),
                        bucket,
                        UUID.randomUUID())
                .orElseThrow(() -> new FailureException(new Failure.BucketBusy(name.value())));
    }

    @Override
    public boolean complete(SharingChange change, GrantSource source, Set<Grantee> grantees) {
        return end(change, connection -> replace(connection, change.bucket(), source, grantees));
    }

    @Override
    public boolean completeWholePolicy(SharingChange change, Set<Grantee> grantees) {
        return end(change, connection -> {
            replace(connection, change.bucket(), GrantSource.POLICY, grantees);
            Database.update(connection, "DELETE " + TENANTS_OF_ACL, change.bucket(), GrantSource.ACL);
        });
    }

    /** Ends a change and records its result, unless another change has begun since. */
    private boolean end(SharingChange change, Recording recording) {
        return database.transact(connection -> {
            boolean isOurs = Database.update(connection, END, change.bucket(), change.id()) == 1;
            if (isOurs) {
                recording.on(connection);
            }
            return isOurs;
        });
    }

    /** Writes rows in a transaction. */
    @FunctionalInterface
    private interface Recording {
        void on(Connection connection) throws SQLException;
    }

    @Override
    public boolean renew(SharingChange change) {
        return database.update("""
                        UPDATE sharing_change SET busy_until = now() + interval '2 minutes'
                        WHERE bucket_id = ? AND id = ? AND busy_until > now()
                        """, change.bucket(), change.id()) == 1;
    }

    @Override
    public boolean recordConditions(SharingChange change, ClientConditions conditions) {
        return database.update("""
                        UPDATE bucket SET client_conditions = ?
                        WHERE id = ? AND EXISTS (SELECT FROM sharing_change WHERE bucket_id = bucket.id AND id = ?)
                        """, conditions.isEmpty() ? null : conditions.toText(), change.bucket(), change.id())
                == 1;
    }

    @Override
    public boolean isSharedWithTenantsByAcl(BucketId bucket) {
        return database.first("SELECT 1 " + TENANTS_OF_ACL + " LIMIT 1", row -> row.getInt(1), bucket, GrantSource.ACL)
                .isPresent();
    }

    @Override
    public void cancel(SharingChange change) {
        database.update(END, change.bucket(), change.id());
    }

    @Override
    public void cancelOrExpire(SharingChange change) {
        try {
            cancel(change);
        } catch (FailureException unavailable) {
            LOG.atDebug()
                    .addKeyValue("bucket", change.bucket().value())
                    .setCause(unavailable)
                    .log("a change of sharing is left to expire");
        }
    }

    @Override
    public void replace(BucketId bucket, GrantSource source, Set<Grantee> grantees) {
        database.transact(connection -> {
            replace(connection, bucket, source, grantees);
            return bucket;
        });
    }

    private static void replace(Connection connection, BucketId bucket, GrantSource source, Set<Grantee> grantees)
            throws SQLException {
        // The lock prevents two concurrent calls from leaving the grantees of both.
        Optional<String> name = Database.first(
                connection, "SELECT name FROM bucket WHERE id = ? FOR NO KEY UPDATE", row -> row.getString(1), bucket);
        if (name.isPresent()) {
            Database.update(connection, "DELETE FROM bucket_grant WHERE bucket_id = ? AND source = ?", bucket, source);
            for (Grantee grantee : grantees) {
                insert(connection, new Row(bucket, name.get(), source), grantee);
            }
        }
    }

    private record Row(BucketId bucket, String name, GrantSource source) {}

    private static void insert(Connection connection, Row row, Grantee grantee) throws SQLException {
        switch (grantee) {
            case Grantee.Everybody _ -> insert(connection, row, null, null);
            case Grantee.OfTenant(TenantId tenant) -> insert(connection, row, tenant, null);
            case Grantee.OfUser(TenantId tenant, UserId user) -> insert(connection, row, tenant, user);
        }
    }

    private static void insert(Connection connection, Row row, @Nullable TenantId tenant, @Nullable UserId user)
            throws SQLException {
        Database.update(
                connection,
                INSERT,
                row.bucket(),
                row.name(),
                row.source(),
                tenant,
                user,
                tenant,
                tenant,
                user,
                tenant,
                user);
    }
}
