package dev.ose.benchmarks.metadata;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.compaction.CompactionTables;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Folds all that was last modified before a time, without a rest in between. */
final class FoldLoad {

    private FoldLoad() {}

    /** Returns how many rows and tombstones went. */
    static long foldAll(CompactionTables tables, Instant before) {
        List<BucketId> buckets = tables.buckets(0, Sample.BUCKETS);
        return buckets.stream()
                .mapToLong(bucket -> fold(tables, bucket, before))
                .sum();
    }

    private static long fold(CompactionTables tables, BucketId bucket, Instant before) {
        long changed = 0;
        Optional<String> from = Optional.of("");
        while (from.isPresent()) {
            CompactionTables.Step step = tables.fold(bucket, from.get(), before);
            changed += step.changed();
            from = step.next();
        }
        return changed;
    }
}
