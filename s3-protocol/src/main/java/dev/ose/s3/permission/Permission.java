package dev.ose.s3.permission;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import org.jspecify.annotations.Nullable;

/**
 * A permission for one action on one resource.
 *
 * @param action of IAM, such as {@code s3:GetObject}
 * @param bucket the bucket concerned; null if there is none
 * @param resource an ARN
 */
public record Permission(String action, @Nullable BucketName bucket, String resource) {

    static Permission onService(String action) {
        return new Permission("s3:" + action, null, "arn:aws:s3:::*");
    }

    /** On a bucket itself; the action without its {@code s3:}. */
    public static Permission onBucket(String action, BucketName bucket) {
        return new Permission("s3:" + action, bucket, "arn:aws:s3:::" + bucket.value());
    }

    /** On an object; the action without its {@code s3:}. */
    public static Permission onObject(String action, BucketName bucket, ObjectKey key) {
        return new Permission("s3:" + action, bucket, "arn:aws:s3:::" + bucket.value() + '/' + key.value());
    }
}
