package dev.ose.server.ledger.verify;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;

/** Reads from the platform what it holds under a key. */
public interface ObjectProbe {

    /**
     * Returns the content; {@link KeyContent#NOTHING} if the bucket does not exist. Blocks for a request to the
     * platform, or for a few if a key has thousands of versions.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code PlatformRefused} if the platform refuses
     *     permanently; anything else if it cannot answer now
     */
    KeyContent probe(BucketId bucket, ObjectKey key);

    /**
     * The endpoint that serves the bucket; a hung endpoint affects all its buckets. May block on the database. By
     * default one endpoint for all buckets.
     */
    default Object endpoint(BucketId bucket) {
        return ObjectProbe.class;
    }
}
