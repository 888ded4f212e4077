package dev.ose.server.bucket;

import java.util.Optional;

/** Finds the owners of buckets for work that no request asked for. */
public interface BucketOwners {

    /** The bucket's owner; empty if the bucket is gone. Blocks on the database. */
    Optional<BucketOwner> find(BucketId bucket);
}
