package dev.ose.server.catalog.search;

import dev.ose.s3.BucketName;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.label.LabelState;

/** A bucket to search, with the name of its owner. */
public record SearchedBucket(BucketId id, BucketName name, String owner, LabelState labels) {}
