package dev.ose.server.sync.jdbc;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.jdbc.ObjectSql;
import dev.ose.server.catalog.jdbc.RefusedKeys;
import dev.ose.server.database.Database;
import dev.ose.server.database.RowMappers;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.sync.Progress;
import dev.ose.server.sync.SyncRun;
import dev.ose.server.sync.SyncRuns;
import dev.ose.server.sync.SyncSchedule;
import dev.ose.server.tenant.TenantId;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** {@link SyncRuns} in PostgreSQL. Blocks on the database. Thread-safe. */
public final class JdbcSyncRuns implements SyncRuns {

    private static final int RUNS_PER_SCHEDULING = 500;
    private static final int MAX_HISTORY = 100;

    /** What {@link #run} reads. */
    public static final String COLUMNS = "id, tenant_id, bucket_id, state, requested_at, finished_at, position,"
            + " listed, missing, extra, differing, uploads, problem";

    private static final String REQUEST = """
            INSERT INTO sync_run (tenant_id, bucket_id)
            SELECT tenant_id, id FROM bucket WHERE tenant_id = ? AND id = ? FOR KEY SHARE
            ON CONFLICT DO NOTHING
            """;

    private static final String REQUEST_DUE = """
            INSERT INTO sync_run (tenant_id, bucket_id)
            SELECT b.tenant_id, b.id FROM bucket b
                JOIN tenant t ON t.id = b.tenant_id
                LEFT JOIN usage_bucket u ON u.bucket_id = b.id
            WHERE b.state = 'ACTIVE' AND t.status = 'ACTIVE'
                AND (cardinality(?::text[]) = 0 OR t.name = ANY (?::text[]))
                AND (? = 0 OR coalesce(u.objects, 0) <= ?)
                AND NOT EXISTS (SELECT FROM sync_run r WHERE r.bucket_id = b.id
                    AND (r.finished_at IS NULL OR r.requested_at > now() - ? * interval '1 second'))
            ORDER BY b.id LIMIT ? FOR KEY SHARE OF b
            ON CONFLICT DO NOTHING
            """;

    private static final String CLAIM = """
            UPDATE sync_run SET state = 'RUNNING', lease = lease + 1, lease_until = now() + ? * interval '1 second'
            WHERE id = (SELECT id FROM sync_run WHERE finished_at IS NULL AND lease_until <= now()
                ORDER BY lease_until, id LIMIT 1 FOR UPDATE SKIP LOCKED)
            RETURNING id, bucket_id, lease, attempts, position, listed, missing, extra, differing, uploads
            """;

    private static final String ADVANCE = """
            UPDATE sync_run SET position = ?, listed = ?, missing = ?, extra = ?, differing = ?, uploads = ?,
                lease_until = now() + ? * interval '1 second', attempts = 0, problem = ''
            WHERE id = ? AND lease = ? AND finished_at IS NULL
            """;

    private static final String FINISH = """
            UPDATE sync_run SET state = ?, problem = ?, finished_at = now()
            WHERE id = ? AND lease = ? AND finished_at IS NULL
            """;

    private static final String POSTPONE = """
            UPDATE sync_run SET state = 'WAITING', problem = ?, attempts = attempts + 1,
                lease_until = now() + ? * 2 ^ least(attempts, 6) * interval '1 second'
            WHERE id = ? AND lease = ? AND finished_at IS NULL
            """;

    private static final String FORGET = """
            DELETE FROM sync_run WHERE bucket_id = ? AND id < (
                SELECT min(id) FROM (SELECT id FROM sync_run WHERE bucket_id = ? ORDER BY id DESC LIMIT ?) newest)
            """;

    /**
     * A single refusal counts as an answer: waiting for the verification of all keys does not wait for refused ones.
     */
    private static final String BACKLOG = "SELECT count(*) FROM (SELECT FROM object_dirty WHERE bucket_id = ? AND "
            + RefusedKeys.IS_ASKED_FOR + " AND refusals = 0 LIMIT ?) waiting";

    private final Database database;

    public JdbcSyncRuns(Database database) {
        this.database = database;
    }

    @Override
    public SyncRun request(TenantId tenant, BucketId bucket) {
        database.update(REQUEST, tenant, bucket);
        return history(tenant, bucket, 1).stream()
                .findFirst()
                .orElseThrow(() -> new FailureException(new Failure.BucketMissing(Long.toString(bucket.value()))));
    }

    @Override
    public int requestDue(SyncSchedule schedule) {
        return database.query(connection -> {
            Array tenants = connection.createArrayOf("text", schedule.tenants().toArray());
            return Database.update(
                    connection,
                    REQUEST_DUE,
                    tenants,
                    tenants,
                    schedule.mostObjects(),
                    schedule.mostObjects(),
                    schedule.interval().toSeconds(),
                    RUNS_PER_SCHEDULING);
        });
    }

    @Override
    public List<SyncRun> history(TenantId tenant, BucketId bucket, int limit) {
        return database.all(
                "SELECT " + COLUMNS + " FROM sync_run WHERE tenant_id = ? AND bucket_id = ? ORDER BY id DESC LIMIT ?",
                JdbcSyncRuns::run,
                tenant,
                bucket,
                Math.clamp(limit, 1, MAX_HISTORY));
    }

    /** Reads a row of the columns. */
    public static SyncRun run(ResultSet row) throws SQLException {
        return new SyncRun(
                row.getLong(1),
                new TenantId(row.getObject(2, UUID.class)),
                new BucketId(row.getLong(3)),
                RowMappers.word(row, 4, SyncRun.State.UNKNOWN),
                RowMappers.instant(row, 5),
                RowMappers.instantOrNull(row, 6),
                progress(row, 7),
                row.getString(13));
    }

    private static Progress progress(ResultSet row, int first) throws SQLException {
        return new Progress(
                row.getString(first),
                row.getLong(first + 1),
                row.getLong(first + 2),
                row.getLong(first + 3),
                row.getLong(first + 4),
                row.getLong(first + 5));
    }

    @Override
    public Optional<Claim> claim(Duration lease) {
        return database.first(
                CLAIM,
                row -> new Claim(
                        row.getLong(1), new BucketId(row.getLong(2)), row.getLong(3), row.getInt(4), progress(row, 5)),
                lease.toSeconds());
    }

    @Override
    public boolean advance(Claim claim, Progress progress, List<ObjectKey> different, Duration lease) {
        return database.transact(connection -> {
            boolean isOurs = Database.update(
                            connection,
                            ADVANCE,
                            progress.position(),
                            progress.listed(),
                            progress.missing(),
                            progress.extra(),
                            progress.differing(),
                            progress.uploads(),
                            lease.toSeconds(),
                            claim.run(),
                            claim.lease())
                    == 1;
            if (isOurs && !different.isEmpty()) {
                ObjectSql.markDirtyNow(
                        connection,
                        different.stream()
                                .map(key -> new ObjectAddress(claim.bucket(), key))
                                .toList());
            }
            return isOurs;
        });
    }

    @Override
    public void finish(Claim claim, SyncRun.State state, String problem) {
        database.update(FINISH, state, problem, claim.run(), claim.lease());
        database.update(FORGET, claim.bucket(), claim.bucket(), MAX_HISTORY);
    }

    @Override
    public void postpone(Claim claim, String problem, Duration pause) {
        database.update(POSTPONE, problem, pause.toSeconds(), claim.run(), claim.lease());
    }

    @Override
    public int backlog(BucketId bucket, int limit) {
        return database.first(BACKLOG, row -> row.getInt(1), bucket, limit).orElse(0);
    }
}
