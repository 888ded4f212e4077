package dev.ose.server.event;

import dev.ose.s3.BucketName;
import dev.ose.server.tenant.TenantId;
import java.net.URI;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Somebody who is told of changes. */
public record Webhook(long id, TenantId tenant, Terms terms, Instant createdAt) {

    /**
     * What is told, and where.
     *
     * @param bucket whose objects; null for all buckets of the tenant, those to come included
     * @param prefix what their keys begin with
     * @param suffix what their keys end with
     * @param changes at least one
     */
    public record Terms(
            URI target, @Nullable BucketName bucket, String prefix, String suffix, Set<ObjectChange> changes) {

        public Terms {
            changes = Set.copyOf(changes);
            if (changes.isEmpty()) {
                throw new IllegalArgumentException("a webhook is there for something");
            }
        }
    }

    /**
     * How it goes.
     *
     * @param waiting events still to be delivered; {@link WebhookStore#MOST_COUNTED} stands for that many or more
     * @param givenUp events that could not be delivered, counted in the same way
     * @param dropped events that will never be delivered, because too many came after them
     * @param attempts how often in a row a delivery failed
     * @param problem why the last delivery failed; empty if it did not
     */
    public record Status(Webhook webhook, int waiting, int givenUp, long dropped, int attempts, String problem) {}
}
