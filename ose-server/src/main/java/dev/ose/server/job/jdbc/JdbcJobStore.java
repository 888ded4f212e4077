package dev.ose.server.job.jdbc;

import dev.ose.server.database.Database;
import dev.ose.server.job.JobClaim;
import dev.ose.server.job.JobFailure;
import dev.ose.server.job.JobId;
import dev.ose.server.job.JobKind;
import dev.ose.server.job.JobState;
import dev.ose.server.job.JobStep;
import dev.ose.server.job.JobStore;
import dev.ose.server.job.JobTask;
import dev.ose.server.job.NewJob;
import dev.ose.server.job.TenantJob;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.sql.Array;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** {@link JobStore} in PostgreSQL. Blocks on the database. Thread-safe. */
public final class JdbcJobStore implements JobStore {

    private static final Duration RETRY_AFTER = Duration.ofMinutes(1);

    private static final String ADD = """
            INSERT INTO job (tenant_id, user_id, started_by, address, is_secure, idempotency_key, access_key, kind,
                bucket_id, target_id, total, parameters)
            SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, jsonb_strip_nulls(jsonb_build_object('bucket', ?::text,
                'prefix', ?::text, 'keys', ?::text[], 'versions', ?::boolean, 'target', ?::text,
                'targetPrefix', ?::text))
            WHERE (SELECT count(*) FROM job WHERE tenant_id = ? AND finished_at IS NULL) < ?
            ON CONFLICT (tenant_id, user_id, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING
            RETURNING %s
            """.formatted(JobRows.JOB);

    private static final String SAME =
            "SELECT " + JobRows.JOB + " FROM job WHERE tenant_id = ? AND user_id = ? AND idempotency_key = ?";

    private static final String FIND =
            "SELECT " + JobRows.JOB + " FROM job WHERE tenant_id = ? AND user_id = ? AND id = ?";

    private static final String CHANGE = """
            UPDATE job SET state = ?, finished_at = CASE WHEN ? THEN now() END,
                due_at = CASE WHEN ? THEN now() ELSE due_at END, attempts = 0, problem = '',
                retried = CASE WHEN ? THEN 0 ELSE retried END
            WHERE tenant_id = ? AND user_id = ? AND id = ? AND state = ANY (?)
            """;

    /**
     * An open job that copies to where job {@code n} moves objects from, or that moves them from where it copies to.
     * Prefixes overlap if one of them begins with the other.
     */
    private static final String IN_THE_WAY = """
            SELECT o.id, o.state FROM job n JOIN job o ON o.tenant_id = n.tenant_id AND o.id <> n.id
            WHERE n.id = ? AND o.finished_at IS NULL AND (
                (n.kind = 'MOVE_OBJECTS' AND o.target_id = n.bucket_id AND (
                    starts_with(o.parameters->>'targetPrefix', coalesce(n.parameters->>'prefix', ''))
                    OR starts_with(coalesce(n.parameters->>'prefix', ''), o.parameters->>'targetPrefix')))
                OR (o.kind = 'MOVE_OBJECTS' AND n.target_id = o.bucket_id AND (
                    starts_with(n.parameters->>'targetPrefix', coalesce(o.parameters->>'prefix', ''))
                    OR starts_with(coalesce(o.parameters->>'prefix', ''), n.parameters->>'targetPrefix'))))
            LIMIT 1
            """;

    /**
     * Of two jobs that are queued at once, one looks after the other has committed: each statement sees what was
     * committed before it.
     */
    private static final String ONE_OF_A_TENANT =
            "SELECT pg_advisory_xact_lock(hashtext('new jobs'), hashtext(?::text)) IS NULL";

    private static final String CLAIM = """
            UPDATE job SET state = 'RUNNING', lease = lease + 1, attempts = attempts + 1,
                due_at = now() + ? * interval '1 second', started_at = coalesce(started_at, now())
            WHERE id = (SELECT j.id FROM job j
                    JOIN tenant t ON t.id = j.tenant_id
                    CROSS JOIN LATERAL (SELECT count(*) AS jobs FROM job r
                        WHERE r.tenant_id = j.tenant_id AND r.state = 'RUNNING' AND r.due_at > now()) running
                WHERE j.state IN ('QUEUED', 'RUNNING') AND j.due_at <= now()
                    AND NOT coalesce((SELECT b.platform_id FROM bucket b WHERE b.id = j.bucket_id), t.platform_id)
                        = ANY (?)
                    AND j.kind IN ('%s')
                    AND running.jobs < ?
                ORDER BY running.jobs, j.due_at, j.id LIMIT 1 FOR UPDATE OF j SKIP LOCKED)
            RETURNING %s
            """.formatted(known(), JobRows.CLAIM);

    /** Two claims at once would count the same running jobs of a tenant. */
    private static final String ONE_AT_A_TIME = "SELECT pg_advisory_xact_lock(hashtext('claims of jobs')) IS NULL";

    private static final String EXTEND = """
            UPDATE job SET due_at = now() + ? * interval '1 second'
            FROM unnest(?::bigint[], ?::bigint[]) held (id, lease)
            WHERE job.id = held.id AND job.lease = held.lease AND job.state = 'RUNNING'
            """;

    private static final String COMPLETE = """
            UPDATE job SET state = CASE WHEN failed = 0 THEN 'COMPLETED' ELSE 'COMPLETED_WITH_ERRORS' END,
                finished_at = now(), problem = ''
            WHERE id = ? AND lease = ? AND state = 'RUNNING'
            """;

    private static final String FAIL = """
            UPDATE job SET state = 'FAILED', finished_at = now(), problem = ?
            WHERE id = ? AND lease = ? AND state = 'RUNNING'
            """;

    private static final String RELEASE = """
            UPDATE job SET state = 'QUEUED', problem = ?, due_at = now() + ? * interval '1 millisecond'
            WHERE id = ? AND lease = ? AND state = 'RUNNING'
            """;

    private static final String FORGET = """
            DELETE FROM job WHERE id IN (SELECT id FROM job WHERE finished_at < now() - ? * interval '1 second'
                ORDER BY finished_at LIMIT ?)
            """;

    private final Database database;

    public JdbcJobStore(Database database) {
        this.database = database;
    }

    @Override
    public TenantJob add(NewJob job, int maxOpen) {
        return database.transact(connection -> queued(connection, job, maxOpen))
                .or(() -> database.first(
                        SAME,
                        JobRows::job,
                        job.tenant(),
                        job.user(),
                        job.origin().idempotencyKey()))
                .orElseThrow(() -> new FailureException(new Failure.Busy(RETRY_AFTER)));
    }

    private static Optional<TenantJob> queued(Connection connection, NewJob job, int maxOpen) throws SQLException {
        Optional<TenantJob> queued = Database.first(connection, ADD, JobRows::job, JobRows.parameters(job, maxOpen));
        if (queued.isPresent() && job.task() instanceof JobTask.Copy) {
            requireFree(connection, job.tenant(), queued.get().id());
        }
        return queued;
    }

    private static void requireFree(Connection connection, TenantId tenant, JobId job) throws SQLException {
        Database.first(connection, ONE_OF_A_TENANT, row -> row.getBoolean(1), tenant);
        Optional<Failure> inTheWay = Database.first(
                connection,
                IN_THE_WAY,
                row -> new Failure.WrongState(
                        "job", row.getString(1), row.getString(2).toLowerCase(Locale.ROOT)),
                job.value());
        if (inTheWay.isPresent()) {
            throw new FailureException(inTheWay.get());
        }
    }

    @Override
    public Optional<TenantJob> find(TenantId tenant, UserId user, JobId job) {
        return database.first(FIND, JobRows::job, tenant, user, job.value());
    }

    @Override
    public boolean change(TenantId tenant, UserId user, JobId job, JobState.Change change) {
        return database.transact(connection -> {
            int changed = Database.update(
                    connection,
                    CHANGE,
                    change.next(),
                    change.next().isFinal(),
                    change.next() == JobState.QUEUED,
                    change == JobState.Change.RETRY,
                    tenant,
                    user,
                    job.value(),
                    names(connection, change.from()));
            if (changed == 1 && change == JobState.Change.RETRY) {
                requireFree(connection, tenant, job);
            }
            return changed == 1;
        });
    }

    /** The kinds of jobs that this version performs; nodes of a later one take the others. */
    private static String known() {
        return EnumSet.complementOf(EnumSet.of(JobKind.UNKNOWN)).stream()
                .map(Enum::name)
                .collect(Collectors.joining("', '"));
    }

    private static Array names(Connection connection, Collection<JobState> states) throws SQLException {
        return connection.createArrayOf("text", states.stream().map(Enum::name).toArray());
    }

    @Override
    public List<JobFailure.Kept> failures(JobId job, long after, int limit) {
        return database.all(
                "SELECT " + JobRows.FAILURE + " FROM job_failure WHERE job_id = ? AND id > ? ORDER BY id LIMIT ?",
                JobRows::failure,
                job.value(),
                after,
                limit);
    }

    @Override
    public Optional<JobClaim> claim(Collection<PlatformId> skippedPlatforms, int perTenant, Duration lease) {
        return database.transact(connection -> {
            Database.first(connection, ONE_AT_A_TIME, row -> row.getBoolean(1));
            Array platforms = connection.createArrayOf(
                    "int", skippedPlatforms.stream().map(PlatformId::value).toArray());
            return Database.first(connection, CLAIM, JobRows::claim, lease.toSeconds(), platforms, perTenant);
        });
    }

    @Override
    public void extend(Collection<JobClaim> claims, Duration lease) {
        if (claims.isEmpty()) {
            return;
        }
        int _ = database.query(connection -> Database.update(
                connection,
                EXTEND,
                lease.toSeconds(),
                connection.createArrayOf(
                        "bigint",
                        claims.stream().map(claim -> claim.job().id().value()).toArray()),
                connection.createArrayOf(
                        "bigint", claims.stream().map(JobClaim::lease).toArray())));
    }

    @Override
    public Optional<JobState> record(JobClaim claim, JobStep step, int maxFailures, Duration lease) {
        return database.transact(connection -> new StepRecord(connection, claim, step).write(maxFailures, lease));
    }

    @Override
    public void complete(JobClaim claim) {
        database.update(COMPLETE, claim.job().id().value(), claim.lease());
    }

    @Override
    public void fail(JobClaim claim, String problem) {
        database.update(FAIL, problem, claim.job().id().value(), claim.lease());
    }

    @Override
    public void release(JobClaim claim, String problem, Duration pause) {
        database.update(RELEASE, problem, pause.toMillis(), claim.job().id().value(), claim.lease());
    }

    @Override
    public int forget(Duration age, int limit) {
        return database.update(FORGET, age.toSeconds(), limit);
    }
}
