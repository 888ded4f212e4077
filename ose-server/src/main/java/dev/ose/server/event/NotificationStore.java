package dev.ose.server.event;

import dev.ose.s3.document.NotificationConfiguration;
import dev.ose.server.bucket.Bucket;

/**
 * Stores the notification configurations of buckets whose platform keeps none. Changes committed after a change of a
 * configuration follow the new one. Every method blocks on the database.
 */
public interface NotificationStore {

    /** The configuration of a bucket; one without targets if it has none. */
    NotificationConfiguration find(Bucket bucket);

    /**
     * Replaces the configuration of a bucket as a whole.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code BucketMissing}, or {@code Unacceptable} if a
     *     target is no destination of the bucket's tenant, whether it is unknown or another tenant's
     */
    void replace(Bucket bucket, NotificationConfiguration configuration);
}
