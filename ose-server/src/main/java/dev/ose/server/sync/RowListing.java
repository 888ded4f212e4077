package dev.ose.server.sync;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.IndexedObject;
import dev.ose.server.catalog.KeyRange;
import dev.ose.server.catalog.ObjectIndex;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;

/** Lists the objects and older versions known to OSE. */
@FunctionalInterface
public interface RowListing {

    /** Merges the index and the rows of older versions. */
    static RowListing of(ObjectIndex index, OlderListing versions) {
        return (bucket, range, limit) -> {
            List<IndexedObject> objects = index.range(bucket, range, limit);
            SequencedMap<ObjectKey, OlderVersions> older = versions.list(bucket, range, limit);
            Map<ObjectKey, PlatformObject> listed = new TreeMap<>();
            older.forEach(
                    (key, versionsOfKey) -> listed.put(key, new PlatformObject(key, Optional.empty(), versionsOfKey)));
            for (IndexedObject each : objects) {
                listed.put(
                        each.key(),
                        new PlatformObject(
                                each.key(),
                                Optional.of(each.facts()),
                                older.getOrDefault(each.key(), OlderVersions.NONE)));
            }
            // If one of the two is truncated, its end lies at or after the end of the merged list, so nothing is
            // missing.
            return listed.values().stream().limit(limit).toList();
        };
    }

    /** The first keys of the range in key order, at most {@code limit}. Blocks on the database. */
    List<PlatformObject> list(BucketId bucket, KeyRange range, int limit);
}
