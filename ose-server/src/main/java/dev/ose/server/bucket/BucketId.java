package dev.ose.server.bucket;

/** Identifies one life of a bucket: a bucket created anew under an old name has another id. */
public record BucketId(long value) {}
