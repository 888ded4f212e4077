package dev.ose.server.catalog.label;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.tenant.TenantId;

/** Which buckets keep labels for search. Every method blocks on the database; safe for use by several nodes at once. */
public interface BucketLabels {

    /** Waiting objects are counted up to this number. */
    int MAX_COUNTED = 100_000;

    /** The state of a bucket. */
    Status status(TenantId tenant, BucketId bucket);

    /**
     * Keeps labels of the bucket's objects from now on, and queues the existing ones; does nothing if labels are kept
     * already.
     */
    void keep(TenantId tenant, BucketId bucket);

    /** Stops keeping labels; the existing ones are deleted in the background. */
    void drop(TenantId tenant, BucketId bucket);

    /**
     * Queues some existing objects of a bucket that is being filled, or deletes some labels of a bucket that no longer
     * keeps them: one bounded transaction.
     *
     * @return whether there may be more to do at once
     */
    boolean work();

    /**
     * The state of a bucket.
     *
     * @param queued the number of existing objects queued so far
     * @param waiting the number of objects whose labels are still to be read; {@link #MAX_COUNTED} means that many or
     *     more
     */
    record Status(LabelState state, long queued, int waiting) {}
}
