package dev.ose.server.event;

import dev.ose.adapter.Secret;
import dev.ose.server.tenant.TenantId;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Creates, lists and deletes webhooks. Every method blocks on the database. */
public final class Webhooks {

    private static final int SECRET_BYTES = 32;

    private final WebhookStore store;
    private final RandomGenerator random;
    private final String region;

    /**
     * Creates the service.
     *
     * @param random must be unpredictable: it generates secrets
     * @param region stated in the names of destinations
     */
    public Webhooks(WebhookStore store, RandomGenerator random, String region) {
        this.store = store;
        this.random = random;
        this.region = region;
    }

    /** The name by which bucket notification configurations refer to the webhook; empty if it is no destination. */
    public Optional<DestinationArn> arn(Webhook webhook) {
        return DestinationArn.of(webhook, region);
    }

    /** A new webhook and the secret that signs its messages, which is not returned again. */
    public record Made(Webhook webhook, Secret secret) {}

    /** As {@link WebhookStore#add}, with a generated secret. */
    public Made make(TenantId tenant, Webhook.Terms terms) {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        byte[] text = Base64.getUrlEncoder().withoutPadding().encode(bytes);
        Secret secret = Secret.of(new String(text, StandardCharsets.US_ASCII));
        return new Made(store.add(tenant, terms, secret), secret);
    }

    /** As {@link WebhookStore#list}. */
    public List<Webhook.Status> list(TenantId tenant) {
        return store.list(tenant);
    }

    /** As {@link WebhookStore#remove}. */
    public boolean remove(TenantId tenant, long id) {
        return store.remove(tenant, id);
    }

    /** As {@link WebhookStore#redeliver}. */
    public boolean redeliver(TenantId tenant, long id) {
        return store.redeliver(tenant, id);
    }
}
