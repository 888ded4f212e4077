package dev.ose.server.bucket;

/** Identifies a bucket; a bucket created again under an old name has another id. */
public record BucketId(long value) {}
