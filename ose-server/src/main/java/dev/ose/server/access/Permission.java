package dev.ose.server.access;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;

/**
 * The right to do one thing.
 *
 * @param action in the words of IAM, such as {@code s3:GetObject}
 * @param resource an ARN
 */
record Permission(String action, String resource) {

    static Permission onService(String action) {
        return new Permission("s3:" + action, "arn:aws:s3:::*");
    }

    static Permission onBucket(String action, BucketName bucket) {
        return new Permission("s3:" + action, "arn:aws:s3:::" + bucket.value());
    }

    static Permission onObject(String action, BucketName bucket, ObjectKey key) {
        return new Permission("s3:" + action, "arn:aws:s3:::" + bucket.value() + '/' + key.value());
    }
}
