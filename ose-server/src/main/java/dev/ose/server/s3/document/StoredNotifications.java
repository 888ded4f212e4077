package dev.ose.server.s3.document;

import dev.ose.adapter.Capability;
import dev.ose.s3.document.NotificationConfiguration;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.event.NotificationStore;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.tenant.credential.Identity;

/**
 * Notification configurations of buckets on a platform that has answered {@code NotImplemented}: the nodes store them
 * and send the events. A platform that does not decide first whether the caller may do it leaves that to the node,
 * which admits the bucket's owner.
 */
public final class StoredNotifications {

    private StoredNotifications() {}

    /** Replaces the configuration by the client's document. */
    static Response write(DocumentRequest request) {
        requireDecided(request.context());
        NotificationConfiguration configuration = NotificationConfiguration.read(request.body());
        Bucket bucket = request.context().bucket();
        request.update(() -> store(request).replace(bucket, configuration));
        return answered -> answered.answer().empty(200);
    }

    /** Answers with the configuration. */
    public static Response read(DocumentRequest request) {
        Bucket bucket = request.context().bucket();
        NotificationConfiguration configuration =
                request.database(() -> store(request).find(bucket));
        if (!configuration.targets().isEmpty()) {
            requireDecided(request.context());
        }
        return Response.document(configuration.toBytes());
    }

    private static NotificationStore store(DocumentRequest request) {
        return request.context().services().buckets().notifications();
    }

    private static void requireDecided(OperationContext context) {
        Identity caller = context.identity();
        boolean isOwner = caller.tenant().equals(context.bucket().tenant())
                && caller.user().equals(context.bucket().owner());
        if (!isOwner && !context.platform().offers(Capability.AUTHORISES_UNSUPPORTED)) {
            throw new FailureException(
                    new Failure.NotAllowed(context.operation().name()));
        }
    }
}
