package dev.ose.server.job;

import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.time.Duration;
import java.util.Optional;

/** Stores the removals of tenants. Every method blocks on the database. */
public interface TenantPurgeStore {

    /**
     * Orders the removal of a tenant, or of what is left of it; does nothing while that runs. A node that still works
     * on it after it was stopped goes on.
     *
     * @param name must be the name of the tenant
     * @throws dev.ose.server.runtime.failure.FailureException {@code NotFound}; {@code Invalid} for another name;
     *     {@code WrongState} unless the tenant is disabled
     */
    void start(TenantId tenant, String name, String requestedBy);

    /** Ends the removal if it runs; the node that works on it lets go of the tenant after its present step. */
    void stop(TenantId tenant);

    /** The last removal of a tenant, also after it is gone. */
    Optional<TenantPurge> find(TenantId tenant);

    /**
     * A removal that a node has taken.
     *
     * @param lease distinguishes this claim from others of the removal
     * @param attempts how often it was taken since it last got ahead
     */
    record Claim(TenantId tenant, long lease, int attempts) {}

    /** Takes a removal that is due. */
    Optional<Claim> claim(Duration lease);

    /**
     * Adds what was deleted and keeps the claim; lets go of the tenant if the removal is not to go on. Until then the
     * tenant cannot be enabled: what its users wrote could be deleted by a step under way. A removal whose tenant a
     * node of an earlier version enabled ends here.
     *
     * @return whether it is to go on
     */
    boolean record(Claim claim, TenantPurge.Removed removed, Duration lease);

    /**
     * Keeps the claim, also of a removal that was stopped meanwhile: its present step goes on. Returns whether the
     * claim was still held.
     */
    boolean extend(Claim claim, Duration lease);

    /** A bucket of the tenant that is not left behind; empty if there is none. */
    Optional<Bucket> nextBucket(Claim claim);

    /** Leaves a bucket behind that cannot be deleted. */
    void leave(Claim claim, BucketId bucket, String problem);

    /** Whether a bucket was left behind. */
    boolean hasLeft(Claim claim);

    /** A user of the tenant; empty if there is none. */
    Optional<UserId> nextUser(Claim claim);

    /** Ends the removal. An empty problem leaves the one that is recorded, unless the removal is complete. */
    void end(Claim claim, TenantPurgeState state, String problem);

    /** Gives the claim back; any node takes the removal after a pause. An empty problem leaves the recorded one. */
    void release(Claim claim, String problem, Duration pause);
}
