package dev.ose.server.s3.document;

import dev.ose.adapter.Quirk;
import dev.ose.s3.document.DocumentElements;
import dev.ose.s3.document.NotificationEvents;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.Set;

/**
 * <a
 * href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketNotificationConfiguration.html">PutBucketNotificationConfiguration</a>:
 * removal events are refused if the platform crashes on them, and other targets if it only supports topics. If it
 * supports no notifications, {@link StoredNotifications the node} sends them.
 */
public final class WriteNotifications {

    private static final Set<String> BESIDE_TOPICS =
            Set.of("QueueConfiguration", "CloudFunctionConfiguration", "EventBridgeConfiguration");

    private WriteNotifications() {}

    public static Response perform(DocumentRequest request) {
        Set<String> elements =
                DocumentElements.require(request.context().operation().name(), request.body());
        if (request.context().platform().has(Quirk.TOPICS_ONLY)) {
            elements.stream().filter(BESIDE_TOPICS::contains).findFirst().ifPresent(element -> {
                throw WriteLifecycle.refused("Element", element);
            });
        }
        if (request.context().platform().has(Quirk.REMOVALS_NOT_TOLD_SAFELY)
                && !NotificationEvents.read(request.body()).areCreations()) {
            throw new FailureException(new Failure.NotOffered("notifications of other events than s3:ObjectCreated:*"));
        }
        PlatformReply reply = request.send(() -> PassThroughWrite.of(request.context(), request.body()));
        return reply.isUnsupported() ? StoredNotifications.write(request) : reply.relay();
    }
}
