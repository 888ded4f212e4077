package dev.ose.server.catalog;

import dev.ose.server.bucket.BucketId;
import java.util.List;
import java.util.Optional;

/**
 * What is known of objects, whether it stands in a row of its own or is folded into a segment with others. Every method
 * blocks on the database and sees each object exactly once, whatever is written or folded meanwhile; it throws
 * {@code MetadataUnavailable} if the database is away.
 */
public interface ObjectIndex {

    /** The object of that key. */
    Optional<ObjectFacts> get(ObjectAddress address);

    /**
     * The first objects of a range in the order of keys.
     *
     * @param limit the most; fewer mean that there are no more in the range
     */
    List<IndexedObject> range(BucketId bucket, KeyRange range, int limit);

    /** How many objects the bucket holds and their bytes, counted: it takes as long as reading its rows does. */
    Count count(BucketId bucket);

    /** What was counted. */
    record Count(long objects, long storedBytes) {

        /** Both together. */
        public Count plus(Count other) {
            return new Count(objects + other.objects, storedBytes + other.storedBytes);
        }
    }
}
