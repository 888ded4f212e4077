package dev.ose.server.admin.job;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.ose.s3.BucketName;
import dev.ose.server.job.JobKind;
import dev.ose.server.job.JobState;
import dev.ose.server.job.TenantJob;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job as the API shows it. What does not apply is absent.
 *
 * @param tenant id of its tenant
 * @param user id of the user in whose name it runs
 * @param keyCount how many objects were selected by their keys; absent if the prefix alone selects them
 * @param startedBy login of the caller that started it
 * @param done objects, versions and uploads that it dealt with
 * @param failed those that it could not deal with
 * @param total how many there were at the start, if that was known
 * @param problem why it failed or waits
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record JobView(
        String id,
        @Schema(format = "uuid") String tenant,
        @Schema(format = "uuid") String user,
        String startedBy,
        JobKind kind,
        String bucket,
        @Nullable String prefix,
        @Nullable Integer keyCount,
        @Nullable Boolean versions,
        @Nullable String target,
        @Nullable String targetPrefix,
        JobState state,
        long done,
        long failed,
        @Nullable Long total,
        @Nullable String problem,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt) {

    static JobView of(TenantJob job) {
        TenantJob.Parameters parameters = job.parameters();
        TenantJob.Progress progress = job.progress();
        @Nullable BucketName target = parameters.target();
        return new JobView(
                job.id().toString(),
                job.tenant().toString(),
                job.user().toString(),
                job.startedBy(),
                parameters.kind(),
                parameters.bucket().value(),
                parameters.kind() == JobKind.EMPTY_BUCKET ? null : parameters.prefix(),
                parameters.keyCount() == 0 ? null : parameters.keyCount(),
                parameters.kind() == JobKind.DELETE_OBJECTS ? parameters.versions() : null,
                target == null ? null : target.value(),
                parameters.targetPrefix(),
                progress.state(),
                progress.count().done(),
                progress.count().failed(),
                progress.count().total(),
                progress.problem().isEmpty() ? null : progress.problem(),
                job.times().created(),
                job.times().started(),
                job.times().finished());
    }
}
