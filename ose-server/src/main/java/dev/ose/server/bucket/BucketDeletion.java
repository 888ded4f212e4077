package dev.ose.server.bucket;

import java.util.UUID;

/** A request's deletion of a bucket, from before the platform request until the row is deleted or kept. */
public record BucketDeletion(BucketId bucket, UUID id) {}
