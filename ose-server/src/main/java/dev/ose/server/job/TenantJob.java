package dev.ose.server.job;

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
        JobId id, TenantId tenant, UserId user, String startedBy, JobTask task, Progress progress, Times times) {

    /** Its state. */
    public JobState state() {
        return progress.state();
    }

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
