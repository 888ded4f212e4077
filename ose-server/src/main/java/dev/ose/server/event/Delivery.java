package dev.ose.server.event;

import dev.ose.adapter.Secret;
import java.net.URI;
import java.util.List;

/**
 * Events for one webhook, in their order, taken for delivery.
 *
 * @param lease which taking this is; a later one makes it void
 * @param tenant whose objects they are, by the name that S3 clients see
 * @param secret what the message is signed with
 */
public record Delivery(long webhook, long lease, URI target, String tenant, Secret secret, List<ObjectEvent> events) {

    public Delivery {
        events = List.copyOf(events);
    }

    /** The same with these events. */
    public Delivery with(List<ObjectEvent> others) {
        return new Delivery(webhook, lease, target, tenant, secret, others);
    }
}
