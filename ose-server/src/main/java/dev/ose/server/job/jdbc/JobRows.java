package dev.ose.server.job.jdbc;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.database.RowMappers;
import dev.ose.server.job.JobClaim;
import dev.ose.server.job.JobFailure;
import dev.ose.server.job.JobId;
import dev.ose.server.job.JobKind;
import dev.ose.server.job.JobOrigin;
import dev.ose.server.job.JobPosition;
import dev.ose.server.job.JobSelection;
import dev.ose.server.job.JobState;
import dev.ose.server.job.JobTask;
import dev.ose.server.job.NewJob;
import dev.ose.server.job.TenantJob;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.net.InetAddress;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Maps rows of jobs to values and back. */
public final class JobRows {

    /** The columns that {@link #job} reads. */
    public static final String JOB =
            "id, tenant_id, user_id, started_by, state, done, failed, total, problem, created_at,"
                    + " started_at, finished_at, kind, parameters->>'bucket', parameters->>'prefix',"
                    + " (parameters->>'versions')::boolean, parameters->>'target', parameters->>'targetPrefix',"
                    + " coalesce(jsonb_array_length(parameters->'keys'), 0)";

    static final String CLAIM = JOB
            + ", ARRAY(SELECT jsonb_array_elements_text(parameters->'keys')), address, is_secure, bucket_id, target_id,"
            + " coalesce((SELECT b.platform_id FROM bucket b WHERE b.id = job.bucket_id),"
            + " (SELECT t.platform_id FROM tenant t WHERE t.id = job.tenant_id)), stage, position_key, position_detail,"
            + " retried, lease, attempts, access_key";

    /** What {@link #failure} reads. */
    public static final String FAILURE = "id, key, version_id, upload_id, code, message, at";

    private JobRows() {}

    public static TenantJob job(ResultSet row) throws SQLException {
        return new TenantJob(
                new JobId(row.getLong(1)),
                new TenantId(row.getObject(2, UUID.class)),
                new UserId(row.getObject(3, UUID.class)),
                row.getString(4),
                parameters(row),
                new TenantJob.Progress(
                        RowMappers.word(row, 5, JobState.UNKNOWN),
                        new TenantJob.Count(row.getLong(6), row.getLong(7), longOrNull(row, 8)),
                        row.getString(9)),
                new TenantJob.Times(
                        RowMappers.instant(row, 10),
                        RowMappers.instantOrNull(row, 11),
                        RowMappers.instantOrNull(row, 12)));
    }

    private static TenantJob.Parameters parameters(ResultSet row) throws SQLException {
        @Nullable String target = row.getString(17);
        return new TenantJob.Parameters(
                RowMappers.word(row, 13, JobKind.UNKNOWN),
                new BucketName(row.getString(14)),
                Objects.requireNonNullElse(row.getString(15), ""),
                row.getInt(19),
                row.getBoolean(16),
                target == null ? null : new BucketName(target),
                row.getString(18));
    }

    private static JobTask task(ResultSet row) throws SQLException {
        BucketName bucket = new BucketName(row.getString(14));
        JobSelection selection = new JobSelection(Objects.requireNonNullElse(row.getString(15), ""), keys(row));
        JobKind kind = JobKind.valueOf(row.getString(13));
        return switch (kind) {
            case EMPTY_BUCKET -> new JobTask.Emptying(bucket);
            case DELETE_OBJECTS -> new JobTask.Deletion(bucket, selection, row.getBoolean(16));
            case RESTORE_OBJECTS -> new JobTask.Restoration(bucket, selection);
            case COPY_OBJECTS, MOVE_OBJECTS ->
                new JobTask.Copy(
                        bucket,
                        selection,
                        new BucketName(row.getString(17)),
                        row.getString(18),
                        kind == JobKind.MOVE_OBJECTS);
            case UNKNOWN -> throw new IllegalStateException("a job of a later version was taken");
        };
    }

    private static List<ObjectKey> keys(ResultSet row) throws SQLException {
        return Arrays.stream((String[]) row.getArray(20).getArray())
                .map(ObjectKey::new)
                .toList();
    }

    static JobClaim claim(ResultSet row) throws SQLException {
        TenantJob job = job(row);
        @Nullable Long target = longOrNull(row, 24);
        return new JobClaim(
                job,
                task(row),
                origin(job, row),
                new JobClaim.Buckets(new BucketId(row.getLong(23)), target == null ? null : new BucketId(target)),
                new PlatformId(row.getInt(25)),
                new JobPosition(
                        JobPosition.Stage.valueOf(row.getString(26)),
                        row.getString(27),
                        row.getString(28),
                        longOrNull(row, 29)),
                row.getLong(30),
                row.getInt(31));
    }

    private static JobOrigin origin(TenantJob job, ResultSet row) throws SQLException {
        @Nullable String accessKey = row.getString(32);
        return new JobOrigin(
                job.startedBy(),
                InetAddress.ofLiteral(row.getString(21)),
                row.getBoolean(22),
                null,
                accessKey == null ? null : new AccessKeyId(accessKey));
    }

    public static JobFailure.Kept failure(ResultSet row) throws SQLException {
        return new JobFailure.Kept(
                row.getLong(1),
                new JobFailure(
                        new ObjectKey(row.getString(2)),
                        row.getString(3),
                        row.getString(4),
                        row.getString(5),
                        row.getString(6)),
                RowMappers.instant(row, 7));
    }

    private static @Nullable Long longOrNull(ResultSet row, int column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }

    static @Nullable Object[] parameters(NewJob job, int maxOpen) {
        JobTask task = job.task();
        JobTask.@Nullable Copy copy = task instanceof JobTask.Copy it ? it : null;
        return new @Nullable Object[] {
            job.tenant(),
            job.user(),
            job.origin().startedBy(),
            job.origin().address().getHostAddress(),
            job.origin().isSecure(),
            job.origin().idempotencyKey(),
            job.origin().accessKey(),
            task.kind(),
            job.bucket(),
            job.target(),
            job.total(),
            task.bucket(),
            task.selection().prefix(),
            task.selection().isOfKeys()
                    ? task.selection().keys().stream().map(ObjectKey::value).toArray(String[]::new)
                    : null,
            task instanceof JobTask.Deletion deletion ? deletion.versions() : null,
            copy == null ? null : copy.target(),
            copy == null ? null : copy.targetPrefix(),
            job.tenant(),
            maxOpen
        };
    }
}
