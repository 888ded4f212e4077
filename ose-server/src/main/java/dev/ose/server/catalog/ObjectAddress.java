package dev.ose.server.catalog;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import java.util.Comparator;

/** Bucket and key of an object. Ordered by bucket, then by the bytes of the key: the order in which rows are locked. */
public record ObjectAddress(BucketId bucket, ObjectKey key) implements Comparable<ObjectAddress> {

    private static final Comparator<ObjectAddress> ORDER = Comparator.<ObjectAddress>comparingLong(
                    address -> address.bucket().value())
            .thenComparing(ObjectAddress::key);

    @Override
    public int compareTo(ObjectAddress other) {
        return ORDER.compare(this, other);
    }
}
