package dev.ose.server.bucket;

import java.util.UUID;

/** A creation that may remove its bucket again, until another request takes part in the creation of the bucket. */
public record UndoableCreation(BucketId bucket, UUID id) {}
