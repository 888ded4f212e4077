package dev.ose.server.sync;

import dev.ose.server.bucket.BucketId;
import java.util.List;

/** Lists rows of objects. */
public interface RowListing {

    /** The rows behind {@code after} in the order of keys, at most {@code limit}. Blocks on the database. */
    List<ListedObject> list(BucketId bucket, String after, int limit);
}
