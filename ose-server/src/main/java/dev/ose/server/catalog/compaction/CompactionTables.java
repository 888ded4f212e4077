package dev.ose.server.catalog.compaction;

import dev.ose.server.bucket.BucketId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The tables that folding works on. Every method blocks on the database. */
public interface CompactionTables {

    /** Active buckets from an id on, in the order of ids. */
    List<BucketId> buckets(long fromId, int limit);

    /**
     * Looks at the first objects of a bucket from a key on and folds those that were last modified before {@code before}, if
     * so many are there that rewriting their segments is worth it. What is read of the index stays the same.
     *
     * @param from the first key; empty for the start of the bucket
     */
    Step fold(BucketId bucket, String from, Instant before);

    /**
     * What one step did.
     *
     * @param next where to go on; empty at the end of the bucket
     * @param written objects in the segments that it wrote
     * @param changed rows that went into segments, and entries of segments that had become void
     */
    record Step(Optional<String> next, int written, int changed) {}
}
