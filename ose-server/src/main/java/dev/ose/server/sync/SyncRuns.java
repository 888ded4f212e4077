package dev.ose.server.sync;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.tenant.TenantId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The runs, their progress and their history. Every method blocks on the database; several nodes share the runs. */
public interface SyncRuns {

    /** Asks for a run; the one that is open already if there is one. */
    SyncRun request(TenantId tenant, BucketId bucket);

    /**
     * Asks for a run of each bucket whose last one was asked for longer ago than the schedule's interval.
     *
     * @return how many were asked for, some hundred at most
     */
    int requestDue(SyncSchedule schedule);

    /** The bucket's runs, newest first. */
    List<SyncRun> history(TenantId tenant, BucketId bucket, int limit);

    /** Takes the open run that waits longest, for so long; empty if there is none that nobody works on. */
    Optional<Claim> claim(Duration lease);

    /**
     * Records progress, marks keys for verification and extends the lease, all or nothing.
     *
     * @return false if somebody else has taken the run meanwhile, or the bucket is gone; then nothing was done
     */
    boolean advance(Claim claim, Progress progress, List<ObjectKey> different, Duration lease);

    /** Ends a run. */
    void finish(Claim claim, SyncRun.State state, String problem);

    /** Gives a run back to be claimed again after {@code pause}, the longer the more often this happened. */
    void postpone(Claim claim, String problem, Duration pause);

    /** How many keys of the bucket wait for verification, counted up to {@code limit}. */
    int backlog(BucketId bucket, int limit);

    /**
     * A run taken by a node.
     *
     * @param lease tells this claim from others of the run
     * @param attempts how often the run was postponed before
     */
    record Claim(long run, BucketId bucket, long lease, int attempts, Progress progress) {}
}
