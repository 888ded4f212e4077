package dev.ose.server.job;

import dev.ose.s3.BucketName;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A job as its tenant sees it.
 *
 * @param user in whose name it runs
 * @param startedBy the login of the caller that started it
 */
public record TenantJob(
        JobId id,
        TenantId tenant,
        UserId user,
        String startedBy,
        Parameters parameters,
        Progress progress,
        Times times) {

    /** Its state. */
    public JobState state() {
        return progress.state();
    }

    /**
     * What it is about, without the keys of a selection: a list of jobs would hold many of them.
     *
     * @param prefix empty for all objects
     * @param keyCount how many objects were selected by their keys; 0 if the prefix alone selects them
     * @param target the bucket of the copies; null if nothing is copied, as is {@code targetPrefix}
     */
    public record Parameters(
            JobKind kind,
            BucketName bucket,
            String prefix,
            int keyCount,
            boolean versions,
            @Nullable BucketName target,
            @Nullable String targetPrefix) {}

    /**
     * How it does.
     *
     * @param problem why it failed or waits; empty if nothing is wrong
     */
    public record Progress(JobState state, Count count, String problem) {}

    /**
     * How far it is.
     *
     * @param done objects, versions and uploads dealt with
     * @param failed those that it could not deal with
     * @param total how many there were at the start; null if unknown
     */
    public record Count(long done, long failed, @Nullable Long total) {}

    /**
     * When it was what.
     *
     * @param started null until a node works on it
     * @param finished null until it is in a final state
     */
    public record Times(
            Instant created,
            @Nullable Instant started,
            @Nullable Instant finished) {}
}
