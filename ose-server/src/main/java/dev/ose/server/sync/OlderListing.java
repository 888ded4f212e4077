package dev.ose.server.sync;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.KeyRange;
import java.util.SequencedMap;

/** Lists the older versions known to OSE. */
@FunctionalInterface
public interface OlderListing {

    /**
     * The first keys of the range that have older versions, in key order, at most {@code limit}. Blocks on the
     * database.
     */
    SequencedMap<ObjectKey, OlderVersions> list(BucketId bucket, KeyRange range, int limit);
}
