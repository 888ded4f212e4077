package dev.ose.server.s3;

import dev.ose.adapter.Quirk;
import dev.ose.s3.document.NotificationEvents;
import dev.ose.server.failure.Failure;
import dev.ose.server.failure.FailureException;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketNotificationConfiguration.html">PutBucketNotificationConfiguration</a>:
 * a platform that does not outlive telling of removals is not asked to.
 */
final class WriteNotifications {

    private final OperationContext context;

    WriteNotifications(OperationContext context) {
        this.context = context;
    }

    void perform() {
        boolean isAnyEventSafe = !context.platform().has(Quirk.REMOVALS_NOT_TOLD_SAFELY);
        new WriteDocument(context).perform(isAnyEventSafe ? document -> {} : WriteNotifications::requireCreations);
    }

    private static void requireCreations(byte[] document) {
        if (!NotificationEvents.read(document).areCreations()) {
            throw new FailureException(new Failure.NotOffered("notifications of other events than s3:ObjectCreated:*"));
        }
    }
}
