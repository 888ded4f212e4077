package dev.ose.server.event;

import dev.ose.adapter.Secret;
import java.net.URI;
import java.util.List;

/**
 * Events of one webhook, in order, claimed for delivery.
 *
 * @param lease the number of this claim; a later one invalidates it
 * @param tenant the tenant of the objects, by its name in S3
 * @param secret signs the message
 */
public record Delivery(long webhook, long lease, URI target, String tenant, Secret secret, List<ObjectEvent> events) {

    public Delivery {
        events = List.copyOf(events);
    }

    /** The same delivery with other events. */
    public Delivery with(List<ObjectEvent> others) {
        return new Delivery(webhook, lease, target, tenant, secret, others);
    }
}
