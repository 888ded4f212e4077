package dev.ose.server.admin.job;

import dev.ose.server.admin.json.ListPart;
import dev.ose.server.admin.json.Page;
import dev.ose.server.catalog.search.Filter.Relation;
import dev.ose.server.job.JobState;
import dev.ose.server.roster.Condition;
import dev.ose.server.roster.Question;
import dev.ose.server.roster.Roster;
import dev.ose.server.roster.Rosters;
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
            Rosters rosters, @Nullable TenantId tenant, @Nullable UserId user, ListPart part, @Nullable String state) {
        Question question =
                state == null || state.isEmpty() ? part.question(Roster.JOBS) : part.question(Roster.JOBS, in(state));
        return ListPart.page(question, rosters.jobs(tenant, user, question), JobView::of);
    }

    private static Condition in(String state) {
        JobState wanted = JobState.find(state)
                .orElseThrow(() -> new FailureException(new Failure.Invalid("state", "must be a state of jobs")));
        return new Condition.Text(Roster.JOBS.find("state").orElseThrow(), Relation.EQUAL, wanted.name());
    }
}
