package dev.ose.server.bucket.sharing;

import dev.ose.s3.BucketName;
import dev.ose.server.bucket.BucketId;
import java.util.UUID;

/** A change of whom a bucket is shared with, which is under way. */
public record SharingChange(BucketId bucket, BucketName name, UUID id) {}
