package dev.ose.server.bucket;

import java.util.Optional;

/** Finds the owners of buckets for background work. */
public interface BucketOwners {

    /** The bucket's owner; empty if the bucket does not exist. Blocks on the database. */
    Optional<BucketOwner> find(BucketId bucket);
}
