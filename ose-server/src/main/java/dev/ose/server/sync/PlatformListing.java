package dev.ose.server.sync;

import dev.ose.server.bucket.BucketId;
import java.util.Optional;

/** Asks platforms what a bucket holds. */
public interface PlatformListing {

    /**
     * The newest versions behind {@code after}, some thousand at most; empty if the bucket is gone. Blocks for one request
     * to the platform.
     *
     * @param after a key, or empty to list from the start
     * @throws dev.ose.server.runtime.failure.FailureException if the platform cannot tell now
     */
    Optional<ListedPage> list(BucketId bucket, String after);
}
