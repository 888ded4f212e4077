package dev.ose.server.object;

import dev.ose.s3.ObjectKey;
import dev.ose.server.bucket.BucketId;
import java.util.Optional;

/** Asks the platform what it holds under a key. */
public interface ObjectProbe {

    /**
     * The newest version's facts, empty if there is none or the bucket is gone. Blocks for one request to the platform.
     *
     * @throws dev.ose.server.failure.FailureException {@code PlatformRefused} if the platform does not tell, however often it is
     *     asked; anything else if it cannot tell now
     */
    Optional<ObjectFacts> probe(BucketId bucket, ObjectKey key);
}
