package dev.ose.server.bucket.sharing;

import dev.ose.s3.BucketName;
import dev.ose.server.bucket.BucketId;
import java.util.UUID;

/** A change of a bucket's sharing that is under way. */
public record SharingChange(BucketId bucket, BucketName name, UUID id) {}
