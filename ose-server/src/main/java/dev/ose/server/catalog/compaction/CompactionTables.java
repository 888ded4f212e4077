package dev.ose.server.catalog.compaction;

import dev.ose.server.bucket.BucketId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The tables that compaction works on. Every method blocks on the database. */
public interface CompactionTables {

    /** Active buckets from an id on, ordered by id. */
    List<BucketId> buckets(long fromId, int limit);

    /**
     * Reads the first objects of a bucket from a key on and moves those last modified before {@code before} into
     * segments, if there are enough to justify rewriting the segments. The content of the index stays the same.
     *
     * @param from the first key; empty for the start of the bucket
     */
    Step fold(BucketId bucket, String from, Instant before);

    /**
     * Reads a range from which rows were moved, so that listings need not read what is left of them. PostgreSQL checks
     * the index entry of a deleted row by visiting the row until a read finds that no transaction can see it, and from
     * then on skips it; a listing that finds hundreds of thousands of unchecked entries exceeds the statement timeout.
     *
     * @param from the first key
     * @param below the first key behind the range; empty for the end of the bucket
     */
    void skipMoved(BucketId bucket, String from, Optional<String> below);

    /**
     * The result of one step.
     *
     * @param next the key to continue with; empty at the end of the bucket
     * @param written objects in the segments written
     * @param changed rows moved into segments, and obsolete segment entries removed
     */
    record Step(Optional<String> next, int written, int changed) {}
}
