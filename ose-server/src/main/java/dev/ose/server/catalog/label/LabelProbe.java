package dev.ose.server.catalog.label;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import java.util.Optional;

/** Asks the platform for the labels of an object. */
public interface LabelProbe {

    /**
     * Those of the newest version, empty if there is none or the bucket is gone. Blocks for some requests to the platform.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code PlatformRefused} if the platform does not tell and may say so
     *     however often it is asked; anything else if it cannot tell now
     */
    Optional<Labels> ask(BucketId bucket, ObjectKey key);

    /** Whom {@link #ask} asks about the bucket, the same for all buckets there. May block on the database. */
    Object endpoint(BucketId bucket);
}
