package dev.ose.server.event;

import dev.ose.adapter.Secret;
import dev.ose.server.tenant.TenantId;
import java.util.List;

/** Where webhooks are kept. Every method blocks on the database; a tenant sees its own webhooks and no others. */
public interface WebhookStore {

    /** How many webhooks a tenant may have: each may cost every write of the tenant a row. */
    int MAX_PER_TENANT = 20;

    /** Beyond this events are not counted. */
    int MOST_COUNTED = 100_000;

    /** How many events a webhook may have, waiting or given up; some seconds long it may have more. */
    int MOST_KEPT = 250_000;

    /**
     * Adds one. Changes that are committed from now on are told.
     *
     * @param secret what its messages are signed with
     * @throws dev.ose.server.runtime.failure.FailureException {@code NotFound} if the tenant has no such bucket, {@code Invalid} if
     *     it has too many webhooks
     */
    Webhook add(TenantId tenant, Webhook.Terms terms, Secret secret);

    /** All of a tenant, oldest first. */
    List<Webhook.Status> list(TenantId tenant);

    /** Forgets one with all that it was not told yet; false if there is none. */
    boolean remove(TenantId tenant, long id);

    /** Has the events that were given up delivered after all, behind those of their keys that came later; false if there is none. */
    boolean redeliver(TenantId tenant, long id);
}
