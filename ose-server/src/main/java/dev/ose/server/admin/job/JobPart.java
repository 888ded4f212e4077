package dev.ose.server.admin.job;

import dev.ose.server.admin.json.Input;
import dev.ose.server.admin.json.Page;
import dev.ose.server.job.JobState;
import dev.ose.server.job.JobStore;
import dev.ose.server.job.TenantJob;
import dev.ose.server.job.TenantJobs;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which part of a list of jobs to show.
 *
 * @param state only jobs in this state; all if absent
 * @param after what the page before told as next
 * @param limit how many jobs, 100 if absent
 */
record JobPart(
        @Nullable String state,
        @Nullable String after,
        @Nullable Integer limit) {

    private static final int USUAL_PAGE = 100;

    /** Asks for one more than is shown, which tells whether a page follows. */
    Page<JobView> of(TenantJobs jobs, @Nullable TenantId tenant, @Nullable UserId user) {
        int size = Input.limit(limit, USUAL_PAGE);
        List<TenantJob> found =
                jobs.list(new JobStore.Question(tenant, user, wanted(), JobIds.place(after, Long.MAX_VALUE), size + 1));
        boolean isMore = found.size() > size;
        List<TenantJob> shown = isMore ? found.subList(0, size) : found;
        return new Page<>(
                shown.stream().map(JobView::of).toList(),
                isMore ? shown.getLast().id().toString() : null);
    }

    private @Nullable JobState wanted() {
        return state == null || state.isEmpty()
                ? null
                : JobState.find(state)
                        .orElseThrow(
                                () -> new FailureException(new Failure.Invalid("state", "must be a state of jobs")));
    }
}
