package dev.ose.server.bucket;

import java.util.UUID;

/** One request's deletion of a bucket, from before the platform is asked until the row is gone or stays. */
public record BucketDeletion(BucketId bucket, UUID id) {}
