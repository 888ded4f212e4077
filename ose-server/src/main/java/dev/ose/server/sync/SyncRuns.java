package dev.ose.server.sync;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.tenant.TenantId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The runs, their progress and their history. Every method blocks on the database; safe for use by several nodes at
 * once.
 */
public interface SyncRuns {

    /** Requests a run; returns the open run of the bucket if there is one. */
    SyncRun request(TenantId tenant, BucketId bucket);

    /**
     * Requests a run of each bucket whose last request is older than the schedule's interval.
     *
     * @return the number of runs requested, a few hundred at most
     */
    int requestDue(SyncSchedule schedule);

    /** The bucket's runs, newest first. */
    List<SyncRun> history(TenantId tenant, BucketId bucket, int limit);

    /** Claims the longest waiting run for the duration of the lease; empty if there is none. */
    Optional<Claim> claim(Duration lease);

    /**
     * Records progress, marks keys for verification and extends the lease, all or nothing.
     *
     * @return false if another node has claimed the run meanwhile, or the bucket was deleted; then nothing was done
     */
    boolean advance(Claim claim, Progress progress, List<ObjectKey> different, Duration lease);

    /** Ends a run. */
    void finish(Claim claim, SyncRun.State state, String problem);

    /** Releases a run, to be claimed again after {@code pause}, which grows with each postponement. */
    void postpone(Claim claim, String problem, Duration pause);

    /** The number of keys of the bucket that wait for verification, counted up to {@code limit}. */
    int backlog(BucketId bucket, int limit);

    /**
     * A run claimed by a node.
     *
     * @param lease distinguishes this claim from others of the run
     * @param attempts the number of earlier postponements
     */
    record Claim(long run, BucketId bucket, long lease, int attempts, Progress progress) {}
}
