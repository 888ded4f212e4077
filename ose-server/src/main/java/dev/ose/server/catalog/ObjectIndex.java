package dev.ose.server.catalog;

import dev.ose.server.bucket.BucketId;
import java.util.List;
import java.util.Optional;

/**
 * The index of objects, over rows and compacted segments. Every method blocks on the database and sees each object
 * exactly once, whatever is written or compacted concurrently; it throws {@code MetadataUnavailable} if the database is
 * unavailable.
 */
public interface ObjectIndex {

    /** The object of that key. */
    Optional<ObjectFacts> get(ObjectAddress address);

    /**
     * The first objects of a range in key order.
     *
     * @param limit the maximum; a shorter result means that the range has no more
     */
    List<IndexedObject> range(BucketId bucket, KeyRange range, int limit);

    /** Counts the objects of a bucket and their bytes; takes as long as reading its rows. */
    Count count(BucketId bucket);

    /** A number of objects and their total size. */
    record Count(long objects, long storedBytes) {

        /** The sum of both. */
        public Count plus(Count other) {
            return new Count(objects + other.objects, storedBytes + other.storedBytes);
        }
    }
}
