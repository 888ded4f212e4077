package dev.ose.server.sync;

import dev.ose.server.bucket.BucketId;
import java.util.Optional;

/** Lists the objects of a bucket on its platform. */
public interface PlatformListing {

    /**
     * The newest versions after {@code after}, a few thousand at most; empty if the bucket does not exist. Blocks for
     * one request to the platform.
     *
     * @param after a key, or empty to list from the start
     * @throws dev.ose.server.runtime.failure.FailureException if the platform cannot answer now
     */
    Optional<ListedPage> list(BucketId bucket, String after);
}
