package dev.ose.server.bucket;

import java.util.function.BooleanSupplier;

/** What is left in the database of buckets that are gone. */
@FunctionalInterface
public interface DeletedBucketStore {

    /**
     * Deletes what is left of buckets that were deleted a while ago, by a node that died over it or by a late write, in steps.
     * Blocks on the database for as long as there is something.
     *
     * @param isStopping asked between the steps; what remains then is found again
     */
    void sweep(BooleanSupplier isStopping);
}
