package dev.ose.server.catalog.label;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import java.util.Optional;

/** Reads the labels of an object from the platform. */
public interface LabelProbe {

    /**
     * Returns the labels of the newest version, empty if there is none or the bucket does not exist. Blocks for some
     * requests to the platform.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code PlatformRefused} if the platform refuses, possibly
     *     permanently; anything else if it cannot answer now
     */
    Optional<Labels> ask(BucketId bucket, ObjectKey key);

    /** The endpoint that serves the bucket; a hung endpoint affects all its buckets. May block on the database. */
    Object endpoint(BucketId bucket);
}
