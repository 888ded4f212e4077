package dev.ose.server.bucket;

import dev.ose.s3.BucketName;
import java.util.UUID;

/** A change of whom a bucket is shared with, which is under way. */
public record SharingChange(BucketId bucket, BucketName name, UUID id) {}
