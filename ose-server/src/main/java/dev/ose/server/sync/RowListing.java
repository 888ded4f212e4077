package dev.ose.server.sync;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.object.KeyRange;
import dev.ose.server.object.ObjectIndex;
import java.util.List;

/** Lists what OSE knows of objects. */
@FunctionalInterface
public interface RowListing {

    /** As the index tells it. */
    static RowListing of(ObjectIndex index) {
        return (bucket, range, limit) -> index.range(bucket, range, limit).stream()
                .map(each -> new ListedObject(each.key(), each.facts()))
                .toList();
    }

    /** The first rows of the range in the order of keys, at most {@code limit}. Blocks on the database. */
    List<ListedObject> list(BucketId bucket, KeyRange range, int limit);
}
