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
 * @param problem why it failed or waits; empty if nothing is wrong
 */
public record TenantJob(
        JobId id,
        TenantId tenant,
        UserId user,
        String startedBy,
        JobTask task,
        JobState state,
        Count count,
        String problem,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant finishedAt) {

    /**
     * How far it is.
     *
     * @param done objects, versions and uploads dealt with
     * @param failed those that it could not deal with
     * @param total how many there were at the start; null if unknown
     */
    public record Count(long done, long failed, @Nullable Long total) {}
}
