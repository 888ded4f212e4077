package dev.ose.server.bucket;

import java.util.function.BooleanSupplier;

/** The remaining rows of deleted buckets. */
@FunctionalInterface
public interface DeletedBucketStore {

    /**
     * Deletes, in steps, what remains of buckets deleted a while ago, because a node died meanwhile or a write was
     * late. Blocks on the database until nothing is left.
     *
     * @param isStopping checked between steps; the rest is found by the next call
     */
    void sweep(BooleanSupplier isStopping);
}
