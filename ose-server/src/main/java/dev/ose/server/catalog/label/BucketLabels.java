package dev.ose.server.catalog.label;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.tenant.TenantId;

/** Of which buckets labels are kept. Every method blocks on the database; several nodes may call all of them at once. */
public interface BucketLabels {

    /** Beyond this objects that wait are not counted. */
    int MOST_COUNTED = 100_000;

    /** How it stands. */
    Status status(TenantId tenant, BucketId bucket);

    /** Has labels kept of the bucket's objects, those that are there before included; nothing changes where they are already. */
    void keep(TenantId tenant, BucketId bucket);

    /** Has none kept any more; what was goes in time. */
    void drop(TenantId tenant, BucketId bucket);

    /**
     * Queues some objects that were there before their bucket asked for labels, or removes some labels of a bucket that no longer
     * does: a step that one transaction can take.
     *
     * @return whether there may be more to do at once
     */
    boolean work();

    /**
     * How it stands.
     *
     * @param queued how many objects that were there before were queued so far
     * @param waiting of how many objects the labels are still to be asked for; {@link #MOST_COUNTED} stands for that many or more
     */
    record Status(LabelState state, long queued, int waiting) {}
}
