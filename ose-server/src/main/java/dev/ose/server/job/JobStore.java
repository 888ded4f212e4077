package dev.ose.server.job;

import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The jobs, their progress and their failures. Every method blocks on the database; safe on several nodes at once. */
public interface JobStore {

    /**
     * Queues a job; returns the earlier one of the same user and idempotency key if there is one. A job does not move
     * objects from where an open one copies them to, or the other way round: two opposite moves would each take what
     * the other has copied for what it has listed, and delete both.
     *
     * @param maxOpen how many jobs of the tenant may be open
     * @throws dev.ose.server.runtime.failure.FailureException {@code Busy} if as many are; {@code WrongState} of the
     *     job in the way
     */
    TenantJob add(NewJob job, int maxOpen);

    /** A user's job. */
    Optional<TenantJob> find(TenantId tenant, UserId user, JobId job);

    /**
     * Changes the state; returns false if the job is in none from which that is possible. Fails with {@code WrongState}
     * of another job as {@link #add}.
     */
    boolean change(TenantId tenant, UserId user, JobId job, JobState.Change change);

    /** The kept failures of a job after that one, in the order of their ids. */
    List<JobFailure.Kept> failures(JobId job, long after, int limit);

    /**
     * Takes a job that is due, or whose node has died: of the tenant with the fewest running ones, and the longest
     * waiting of these.
     *
     * @param skippedPlatforms platforms whose jobs are left alone
     * @param perTenant how many jobs of a tenant may run
     */
    Optional<JobClaim> claim(Collection<PlatformId> skippedPlatforms, int perTenant, Duration lease);

    /** Extends claims that are still held. */
    void extend(Collection<JobClaim> claims, Duration lease);

    /**
     * Records a step and extends the lease, all or nothing.
     *
     * @param maxFailures how many failures are kept
     * @return the state, which a caller may have changed meanwhile; empty if another node has taken the job, and
     *     nothing was recorded
     */
    Optional<JobState> record(JobClaim claim, JobStep step, int maxFailures, Duration lease);

    /** Ends a job that has tried all. */
    void complete(JobClaim claim);

    /** Gives a job up. */
    void fail(JobClaim claim, String problem);

    /** Releases a job, to be taken again after {@code pause}. */
    void release(JobClaim claim, String problem, Duration pause);

    /** Deletes jobs that ended longer ago, at most that many; returns their number. */
    int forget(Duration age, int limit);
}
