package dev.ose.server.event;

import dev.ose.adapter.Secret;
import dev.ose.server.tenant.TenantId;
import java.util.List;

/** Stores webhooks. Every method blocks on the database; a tenant sees only its own webhooks. */
public interface WebhookStore {

    /** Maximum number of webhooks of a tenant: each may cost every write of the tenant a row. */
    int MAX_PER_TENANT = 20;

    /** Events are counted up to this number. */
    int MAX_COUNTED = 100_000;

    /** Maximum number of events of a webhook, waiting or given up; exceeded for some seconds at most. */
    int MAX_KEPT = 250_000;

    /**
     * Adds a webhook, which receives the changes committed from now on.
     *
     * @param secret signs its messages
     * @throws dev.ose.server.runtime.failure.FailureException {@code NotFound} if the tenant has no such bucket, {@code
     *     Invalid} if it has too many webhooks
     */
    Webhook add(TenantId tenant, Webhook.Terms terms, Secret secret);

    /** All webhooks of a tenant, oldest first. */
    List<Webhook.Status> list(TenantId tenant);

    /**
     * Deletes a webhook and its undelivered events; returns false if it does not exist.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code WebhookNamed} if notification configurations of
     *     buckets name it
     */
    boolean remove(TenantId tenant, long id);

    /**
     * Queues the events that were given up again, after later events of their keys; returns false if the webhook does
     * not exist.
     */
    boolean redeliver(TenantId tenant, long id);
}
