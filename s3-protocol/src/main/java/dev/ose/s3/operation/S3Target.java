package dev.ose.s3.operation;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;

/** The target of a request, before its method and query are examined. */
public sealed interface S3Target {

    /** The service itself. */
    record Service() implements S3Target {}

    /** The fixed path to which a transforming function sends its answer. */
    record ObjectResponseRoute() implements S3Target {}

    /** A bucket. */
    record Bucket(BucketName bucket) implements S3Target {}

    /** An object in a bucket. */
    record Key(BucketName bucket, ObjectKey key) implements S3Target {}
}
