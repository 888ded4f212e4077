package dev.ose.server.catalog.listing;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.IndexedObject;
import dev.ose.server.catalog.KeyRange;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What the database says of a bucket, all of it of one moment. */
public interface ListingTables {

    /**
     * Has a page read; empty if it is, or if the database may not know of every object of the bucket: it was never compared
     * with its platform, or is being compared, or some node may have written past the database. Blocks on the database.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code MetadataUnavailable}
     */
    Optional<ObjectPage> read(BucketId bucket, Function<Moment, Optional<ObjectPage>> reading);

    /** The bucket in that moment. */
    interface Moment {

        /** The first keys of a range on which a write is under way or of which only the platform knows what became of them. */
        List<String> doubts(KeyRange range, int limit);

        /** The first objects of a range; fewer than {@code limit} mean that there are no more. */
        List<IndexedObject> objects(KeyRange range, int limit);
    }
}
