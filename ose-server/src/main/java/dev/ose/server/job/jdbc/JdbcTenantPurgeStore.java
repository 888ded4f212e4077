package dev.ose.server.job.jdbc;

import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.job.TenantPurge;
import dev.ose.server.job.TenantPurgeState;
import dev.ose.server.job.TenantPurgeStore;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/** {@link TenantPurgeStore} in the table {@code tenant_purge}. */
public final class JdbcTenantPurgeStore implements TenantPurgeStore {

    /** The columns that {@link #read} reads. */
    public static final String COLUMNS = "tenant_id, tenant_name, state, requested_by, requested_at, finished_at,"
            + " objects, buckets, users, problem";

    private static final String START = """
            INSERT INTO tenant_purge (tenant_id, tenant_name, requested_by) VALUES (?, ?, ?)
            ON CONFLICT (tenant_id) DO UPDATE SET state = 'RUNNING', tenant_name = excluded.tenant_name,
                requested_by = excluded.requested_by, requested_at = now(), finished_at = NULL, left_behind = '{}',
                problem = '', due_at = greatest(now(), tenant_purge.due_at), attempts = 0
            WHERE tenant_purge.state <> 'RUNNING'
            """;

    private static final String CLAIM = """
            UPDATE tenant_purge SET lease = lease + 1, attempts = attempts + 1,
                due_at = now() + ? * interval '1 second'
            WHERE tenant_id = (SELECT tenant_id FROM tenant_purge WHERE state = 'RUNNING' AND due_at <= now()
                ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
            RETURNING tenant_id, lease, attempts
            """;

    private static final String IS_CLAIMED = " WHERE tenant_id = ? AND lease = ? AND state = 'RUNNING'";

    /**
     * Of a removal that was stopped: the node does nothing for it any more. A claim that is given back has another
     * number, so that it cannot be kept by mistake.
     */
    private static final String LET_GO = "UPDATE tenant_purge SET due_at = now(), lease = lease + 1"
            + " WHERE tenant_id = ? AND lease = ? AND state <> 'RUNNING'";

    private static final String END_IF_ENABLED = "UPDATE tenant_purge SET state = 'STOPPED', finished_at = now(),"
            + " problem = 'The tenant was enabled.'" + IS_CLAIMED
            + " AND EXISTS (SELECT 1 FROM tenant WHERE id = tenant_id AND status <> 'DISABLED')";

    private static final String RECORD = """
            UPDATE tenant_purge SET objects = objects + ?, buckets = buckets + ?, users = users + ?,
                attempts = CASE WHEN ? THEN 0 ELSE attempts END, due_at = now() + ? * interval '1 second'
            """ + IS_CLAIMED;

    private final Database database;

    public JdbcTenantPurgeStore(Database database) {
        this.database = database;
    }

    private record Named(String name, Status status) {}

    @Override
    public void start(TenantId tenant, String name, String requestedBy) {
        database.transact(connection -> {
            Named found = Database.first(
                            connection,
                            "SELECT name, status FROM tenant WHERE id = ? AND platform_tenant_id IS NOT NULL"
                                    + " FOR NO KEY UPDATE",
                            row -> new Named(row.getString(1), RowMappers.word(row, 2, Status.ACTIVE)),
                            tenant)
                    .orElseThrow(() -> new FailureException(new Failure.NotFound("tenant", tenant.toString())));
            if (!found.name().equals(name)) {
                throw new FailureException(new Failure.Invalid("name", "must be the name of the tenant"));
            }
            if (found.status() != Status.DISABLED) {
                throw new FailureException(new Failure.WrongState(
                        "tenant", name, found.status().name().toLowerCase(Locale.ROOT)));
            }
            return Database.update(connection, START, tenant, name, requestedBy);
        });
    }

    @Override
    public void stop(TenantId tenant) {
        database.update(
                "UPDATE tenant_purge SET state = 'STOPPED', finished_at = now() WHERE tenant_id = ?"
                        + " AND state = 'RUNNING'",
                tenant);
    }

    @Override
    public Optional<TenantPurge> find(TenantId tenant) {
        return database.first(
                "SELECT " + COLUMNS + " FROM tenant_purge WHERE tenant_id = ?", JdbcTenantPurgeStore::read, tenant);
    }

    /** Reads a row of the columns. */
    public static TenantPurge read(ResultSet row) throws SQLException {
        return new TenantPurge(
                new TenantId(row.getObject(1, UUID.class)),
                row.getString(2),
                RowMappers.word(row, 3, TenantPurgeState.STOPPED),
                row.getString(4),
                RowMappers.instant(row, 5),
                RowMappers.instantOrNull(row, 6),
                new TenantPurge.Removed(row.getLong(7), row.getLong(8), row.getLong(9)),
                row.getString(10));
    }

    @Override
    public Optional<Claim> claim(Duration lease) {
        return database.first(
                CLAIM,
                row -> new Claim(new TenantId(row.getObject(1, UUID.class)), row.getLong(2), row.getInt(3)),
                lease.toSeconds());
    }

    @Override
    public boolean record(Claim claim, TenantPurge.Removed removed, Duration lease) {
        return database.transact(connection -> {
            Database.update(connection, END_IF_ENABLED, claim.tenant(), claim.lease());
            boolean isAhead = removed.objects() + removed.buckets() + removed.users() > 0;
            boolean goesOn = Database.update(
                            connection,
                            RECORD,
                            removed.objects(),
                            removed.buckets(),
                            removed.users(),
                            isAhead,
                            lease.toSeconds(),
                            claim.tenant(),
                            claim.lease())
                    == 1;
            if (!goesOn) {
                Database.update(connection, LET_GO, claim.tenant(), claim.lease());
            }
            return goesOn;
        });
    }

    @Override
    public boolean extend(Claim claim, Duration lease) {
        return database.update(
                        "UPDATE tenant_purge SET due_at = now() + ? * interval '1 second'"
                                + " WHERE tenant_id = ? AND lease = ?",
                        lease.toSeconds(),
                        claim.tenant(),
                        claim.lease())
                == 1;
    }

    @Override
    public Optional<Bucket> nextBucket(Claim claim) {
        return database.first(
                "SELECT " + RowMappers.BUCKET + " FROM bucket WHERE tenant_id = ? AND state <> 'CREATING'"
                        + " AND NOT id = ANY (SELECT unnest(left_behind) FROM tenant_purge WHERE tenant_id = ?)"
                        + " ORDER BY name LIMIT 1",
                RowMappers::bucket,
                claim.tenant(),
                claim.tenant());
    }

    @Override
    public void leave(Claim claim, BucketId bucket, String problem) {
        database.update(
                "UPDATE tenant_purge SET left_behind = left_behind || ?::bigint, problem = ?" + IS_CLAIMED,
                bucket,
                problem,
                claim.tenant(),
                claim.lease());
    }

    @Override
    public boolean hasLeft(Claim claim) {
        return database.first(
                        "SELECT cardinality(left_behind) > 0 FROM tenant_purge WHERE tenant_id = ?",
                        row -> row.getBoolean(1),
                        claim.tenant())
                .orElse(false);
    }

    @Override
    public Optional<UserId> nextUser(Claim claim) {
        return database.first(
                "SELECT id FROM tenant_user WHERE tenant_id = ? ORDER BY id LIMIT 1",
                row -> new UserId(row.getObject(1, UUID.class)),
                claim.tenant());
    }

    @Override
    public void end(Claim claim, TenantPurgeState state, String problem) {
        database.transact(connection -> {
            Database.update(
                    connection,
                    "UPDATE tenant_purge SET state = ?, finished_at = now(),"
                            + " problem = CASE WHEN ? = 'COMPLETED' THEN '' WHEN ? = '' THEN problem ELSE ? END"
                            + IS_CLAIMED,
                    state,
                    state,
                    problem,
                    problem,
                    claim.tenant(),
                    claim.lease());
            return Database.update(connection, LET_GO, claim.tenant(), claim.lease());
        });
    }

    @Override
    public void release(Claim claim, String problem, Duration pause) {
        database.transact(connection -> {
            Database.update(
                    connection,
                    "UPDATE tenant_purge SET due_at = now() + ? * interval '1 second', lease = lease + 1,"
                            + " problem = CASE WHEN ? = '' THEN problem ELSE ? END" + IS_CLAIMED,
                    pause.toSeconds(),
                    problem,
                    problem,
                    claim.tenant(),
                    claim.lease());
            return Database.update(connection, LET_GO, claim.tenant(), claim.lease());
        });
    }
}
