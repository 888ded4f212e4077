package dev.ose.server.catalog.listing;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.IndexedObject;
import dev.ose.server.catalog.KeyRange;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Reads a bucket in one snapshot of the database. */
public interface ListingTables {

    /**
     * Runs {@code reading} in a snapshot. Returns empty if {@code reading} does, or if the database may not know every
     * object of the bucket: the bucket has no finished sync run, or a node may have writes that the database has not
     * seen. Blocks on the database.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code MetadataUnavailable}
     */
    Optional<ObjectPage> read(BucketId bucket, Function<Moment, Optional<ObjectPage>> reading);

    /** The bucket in that snapshot. */
    interface Moment {

        /** The first keys of a range that have a write under way or an outcome known only to the platform. */
        List<String> doubts(KeyRange range, int limit);

        /** The first objects of a range; less than {@code limit} if there are no more. */
        List<IndexedObject> objects(KeyRange range, int limit);
    }
}
