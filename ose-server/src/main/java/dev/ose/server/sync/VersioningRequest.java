package dev.ose.server.sync;

import dev.ose.server.bucket.BucketOwner;

/** Asks platforms about the versioning of buckets. */
@FunctionalInterface
public interface VersioningRequest {

    /**
     * Whether the bucket has versions or ever had. Blocks for a request to the platform.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code PlatformRefused} if the platform does not tell, however often it is
     *     asked; anything else if it cannot tell now
     */
    boolean mayHaveVersions(BucketOwner owner);
}
