package dev.ose.server.catalog.search;

import dev.ose.s3.BucketName;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.label.LabelState;

/** A bucket that is searched. */
public record SearchedBucket(BucketId id, BucketName name, String owner, LabelState labels) {}
