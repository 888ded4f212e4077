package dev.ose.server.sync;

import dev.ose.server.bucket.BucketOwner;

/** Reads the versioning state of buckets from platforms. */
@FunctionalInterface
public interface VersioningRequest {

    /**
     * Whether the bucket has versions or ever had. Blocks for a request to the platform.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code PlatformRefused} if the platform refuses
     *     permanently; anything else if it cannot answer now
     */
    boolean mayHaveVersions(BucketOwner owner);
}
