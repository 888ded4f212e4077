package dev.ose.server.ledger.verify;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;

/** Asks the platform what it holds under a key. */
public interface ObjectProbe {

    /**
     * What there is, {@link KeyContent#NOTHING} if the bucket is gone. Blocks for a request to the platform, or for a few where a
     * key has thousands of versions.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code PlatformRefused} if the platform does not tell, however often it is
     *     asked; anything else if it cannot tell now
     */
    KeyContent probe(BucketId bucket, ObjectKey key);

    /**
     * Whom {@link #probe} asks about the bucket, the same for all buckets there: one who is silent is so for all of them. May block
     * on the database. The same for all, where nothing else is known.
     */
    default Object endpoint(BucketId bucket) {
        return ObjectProbe.class;
    }
}
