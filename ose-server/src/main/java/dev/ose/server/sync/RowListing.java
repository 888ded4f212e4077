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
        return (bucket, after, limit) -> index.range(bucket, KeyRange.behind(after), limit).stream()
                .map(each -> new ListedObject(each.key(), each.facts()))
                .toList();
    }

    /** The rows behind {@code after} in the order of keys, at most {@code limit}. Blocks on the database. */
    List<ListedObject> list(BucketId bucket, String after, int limit);
}
