package dev.ose.server.sync;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.KeyRange;
import java.util.SequencedMap;

/** Lists what OSE knows of older versions. */
@FunctionalInterface
public interface OlderListing {

    /** The first keys of the range that have some, in their order, at most {@code limit}. Blocks on the database. */
    SequencedMap<ObjectKey, OlderVersions> list(BucketId bucket, KeyRange range, int limit);
}
