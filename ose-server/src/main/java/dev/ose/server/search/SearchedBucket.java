package dev.ose.server.search;

import dev.ose.s3.BucketName;
import dev.ose.server.bucket.BucketId;

/** A bucket that is searched. */
public record SearchedBucket(BucketId id, BucketName name, String owner) {}
