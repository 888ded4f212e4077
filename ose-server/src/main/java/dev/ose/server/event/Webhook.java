package dev.ose.server.event;

import dev.ose.s3.BucketName;
import dev.ose.server.tenant.TenantId;
import java.net.URI;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A receiver of changes of objects, and of alerts of quotas. */
public record Webhook(long id, TenantId tenant, Terms terms, Instant createdAt) {

    /**
     * The events to deliver, and their target. A webhook without changes of its own and without alerts is a
     * destination: it receives the events of the bucket notification configurations that name it.
     *
     * @param bucket the bucket of the objects; null for all present and future buckets of the tenant
     * @param prefix key prefix
     * @param suffix key suffix
     * @param alerts whether it receives alerts of quotas: of all the tenant's, or of that of the bucket
     */
    public record Terms(
            URI target,
            @Nullable BucketName bucket,
            String prefix,
            String suffix,
            Set<ObjectChange> changes,
            boolean alerts) {

        public Terms {
            changes = Set.copyOf(changes);
            if (changes.isEmpty() && (!prefix.isEmpty() || !suffix.isEmpty() || (bucket != null && !alerts))) {
                throw new IllegalArgumentException("without changes of objects there are no terms for them");
            }
        }

        /** Without alerts. */
        public Terms(URI target, @Nullable BucketName bucket, String prefix, String suffix, Set<ObjectChange> changes) {
            this(target, bucket, prefix, suffix, changes, false);
        }

        /** Whether bucket notification configurations may name the webhook. */
        public boolean isDestination() {
            return changes.isEmpty() && !alerts;
        }
    }

    /**
     * The delivery state of a webhook.
     *
     * @param waiting events still to be delivered; {@link WebhookStore#MAX_COUNTED} means that many or more
     * @param givenUp events that could not be delivered, counted in the same way
     * @param dropped events that will never be delivered, because too many followed them
     * @param attempts consecutive failed deliveries
     * @param problem reason of the last failure; empty if the last delivery succeeded
     */
    public record Status(Webhook webhook, int waiting, int givenUp, long dropped, int attempts, String problem) {}
}
