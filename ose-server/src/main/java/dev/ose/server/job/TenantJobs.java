package dev.ose.server.job;

import dev.ose.server.accounting.usage.ObjectCounters;
import dev.ose.server.accounting.usage.Usage;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The jobs of tenants, for those who start and watch them. Blocks on the database. Thread-safe. */
public final class TenantJobs {

    private final JobStore store;
    private final JobSites sites;
    private final ObjectCounters counters;
    private final int maxOpen;

    /** @param maxOpen how many jobs of a tenant may be open */
    public TenantJobs(JobStore store, JobSites sites, ObjectCounters counters, int maxOpen) {
        this.store = store;
        this.sites = sites;
        this.counters = counters;
        this.maxOpen = maxOpen;
    }

    /**
     * Queues a job that acts in the name of a user.
     *
     * @throws FailureException {@code Invalid} for a copy that would find its own copies; {@code CallerDisabled},
     *     {@code NotFound} or {@code NotAllowed} if the user cannot act there; {@code NotOffered} if the platform lacks
     *     what the job needs; {@code WrongState} of an open job that moves or copies
     *     to or from the same objects; {@code Busy} if too many jobs are open
     */
    public TenantJob start(TenantId tenant, UserId user, JobOrigin origin, JobTask task) {
        if (task instanceof JobTask.Copy copy && copy.findsItsCopies()) {
            throw new FailureException(new Failure.Invalid(
                    "targetPrefix", "must not lead to objects of the job itself within one bucket"));
        }
        JobSite site = sites.find(tenant, user, origin, task);
        @Nullable Bucket target = site.target();
        return store.add(
                new NewJob(
                        tenant,
                        user,
                        origin,
                        task,
                        site.bucket().id(),
                        target == null ? null : target.id(),
                        total(tenant, site.bucket(), task)),
                maxOpen);
    }

    /** The number of entries by the counters; null for a part of a bucket, which they do not count. */
    private @Nullable Long total(TenantId tenant, Bucket bucket, JobTask task) {
        if (task.selection().isOfKeys()) {
            return (long) task.selection().keys().size();
        }
        if (!task.selection().prefix().isEmpty()) {
            return null;
        }
        Usage usage = counters.of(tenant, bucket.id());
        return switch (task) {
            case JobTask.Emptying _ -> usage.objects() + usage.olderVersions();
            case JobTask.Deletion deletion -> usage.objects() + (deletion.versions() ? usage.olderVersions() : 0);
            case JobTask.Restoration _ -> null;
            case JobTask.Copy _ -> usage.objects();
        };
    }

    /** A user's job; fails with {@code NotFound}. */
    public TenantJob get(TenantId tenant, UserId user, JobId job) {
        return store.find(tenant, user, job)
                .orElseThrow(() -> new FailureException(new Failure.NotFound("job", job.toString())));
    }

    /**
     * Changes the state of a job; one that is in the wanted state already stays in it.
     *
     * @throws FailureException {@code NotFound}; {@code WrongState} if its state does not allow the change
     */
    public TenantJob change(TenantId tenant, UserId user, JobId job, JobState.Change change) {
        boolean isChanged = store.change(tenant, user, job, change);
        TenantJob found = get(tenant, user, job);
        if (!isChanged && (found.state() != change.next() || change == JobState.Change.RETRY)) {
            throw new FailureException(new Failure.WrongState(
                    "job", job.toString(), found.state().name().toLowerCase(Locale.ROOT)));
        }
        return found;
    }

    /** The kept failures of a job after that one; fails with {@code NotFound}. */
    public List<JobFailure.Kept> failures(TenantId tenant, UserId user, JobId job, long after, int limit) {
        return store.failures(get(tenant, user, job).id(), after, limit);
    }
}
