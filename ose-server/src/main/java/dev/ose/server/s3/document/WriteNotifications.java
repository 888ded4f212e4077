package dev.ose.server.s3.document;

import dev.ose.adapter.Quirk;
import dev.ose.s3.document.NotificationEvents;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketNotificationConfiguration.html">PutBucketNotificationConfiguration</a>:
 * a platform that does not outlive telling of removals is not asked to.
 */
public final class WriteNotifications {

    private WriteNotifications() {}

    public static Response perform(DocumentRequest request) {
        if (request.context().platform().has(Quirk.REMOVALS_NOT_TOLD_SAFELY)
                && !NotificationEvents.read(request.body()).areCreations()) {
            throw new FailureException(new Failure.NotOffered("notifications of other events than s3:ObjectCreated:*"));
        }
        return PassThroughWrite.perform(request);
    }
}
