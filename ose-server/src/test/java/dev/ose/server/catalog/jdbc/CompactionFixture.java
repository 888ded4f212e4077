package dev.ose.server.catalog.jdbc;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.compaction.CompactionTables;
import dev.ose.server.database.Database;
import java.time.Instant;
import java.util.Optional;

/** Compacts whole buckets in tests, with segments and steps so small that a few keys make several. */
public final class CompactionFixture {

    static final CompactionRule SMALL = new CompactionRule(3, 1, 20, 5, 2);

    private CompactionFixture() {}

    /** Compacts everything; returns the number of rows and tombstones. */
    public static int all(Database database, BucketId bucket) {
        return until(database, bucket, Instant.MAX);
    }

    /** Makes the segments those of a release that writes no place of the entity tags. */
    static void becomeOlder(Database database, BucketId bucket) {
        database.update("UPDATE object_segment SET tags_at = NULL WHERE bucket_id = ?", bucket);
    }

    /** Compacts what was last modified before {@code before}. */
    static int until(Database database, BucketId bucket, Instant before) {
        JdbcCompactionTables tables = new JdbcCompactionTables(database, SMALL);
        int changed = 0;
        Optional<String> from = Optional.of("");
        while (from.isPresent()) {
            CompactionTables.Step step = tables.fold(bucket, from.get(), before);
            changed += step.changed();
            from = step.next();
        }
        return changed;
    }
}
