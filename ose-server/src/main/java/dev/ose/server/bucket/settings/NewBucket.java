package dev.ose.server.bucket.settings;

import dev.ose.s3.BucketName;
import dev.ose.s3.document.ObjectLockConfiguration;
import dev.ose.s3.document.PublicAccessBlock;
import dev.ose.s3.document.Tagging;
import dev.ose.server.accounting.quota.Quota;
import org.jspecify.annotations.Nullable;

/**
 * A bucket to be created with its settings.
 *
 * @param isVersioned whether versioning is enabled
 * @param lock null for a bucket without object lock; it enables versioning
 * @param block null for none
 */
public record NewBucket(
        BucketName name,
        String region,
        boolean isVersioned,
        @Nullable ObjectLockConfiguration lock,
        Tagging tags,
        @Nullable PublicAccessBlock block,
        Quota quota) {}
