package dev.ose.server.admin.job;

import dev.ose.server.admin.json.ListPart;
import dev.ose.server.admin.json.Page;
import dev.ose.server.catalog.search.Filter.Relation;
import dev.ose.server.job.JobState;
import dev.ose.server.pagination.AdminList;
import dev.ose.server.pagination.ListFilter;
import dev.ose.server.pagination.ListQuery;
import dev.ose.server.pagination.ListReader;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import org.jspecify.annotations.Nullable;

/** Pages of the lists of jobs: of all, of a tenant's, of a user's. */
final class JobPages {

    static final String WORDS = "Filter and order take id, kind, state, bucket, startedBy and createdAt.";

    private JobPages() {}

    /**
     * A page.
     *
     * @param state only jobs in this state; all if absent
     */
    static Page<JobView> read(
            ListReader lists, @Nullable TenantId tenant, @Nullable UserId user, ListPart part, @Nullable String state) {
        ListQuery query =
                state == null || state.isEmpty() ? part.query(AdminList.JOBS) : part.query(AdminList.JOBS, in(state));
        return ListPart.page(query, lists.jobs(tenant, user, query), JobView::of);
    }

    private static ListFilter in(String state) {
        JobState wanted = JobState.find(state)
                .orElseThrow(() -> new FailureException(new Failure.Invalid("state", "must be a state of jobs")));
        return new ListFilter.Text(AdminList.JOBS.find("state").orElseThrow(), Relation.EQUAL, wanted.name());
    }
}
