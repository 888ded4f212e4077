package dev.ose.server.s3.document;

import dev.ose.adapter.Quirk;
import dev.ose.s3.document.NotificationEvents;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.relay.OperationContext;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketNotificationConfiguration.html">PutBucketNotificationConfiguration</a>:
 * a platform that does not outlive telling of removals is not asked to.
 */
public final class WriteNotifications {

    private final OperationContext context;

    public WriteNotifications(OperationContext context) {
        this.context = context;
    }

    public void perform() {
        boolean isAnyEventSafe = !context.platform().has(Quirk.REMOVALS_NOT_TOLD_SAFELY);
        new PassThroughWrite(context).perform(isAnyEventSafe ? document -> {} : WriteNotifications::requireCreations);
    }

    private static void requireCreations(byte[] document) {
        if (!NotificationEvents.read(document).areCreations()) {
            throw new FailureException(new Failure.NotOffered("notifications of other events than s3:ObjectCreated:*"));
        }
    }
}
