package dev.ose.server.event;

import dev.ose.adapter.Secret;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;

/**
 * Events of one webhook, each kind in order, claimed for delivery.
 *
 * @param lease the number of this claim; a later one invalidates it
 * @param tenant the tenant of the objects, by its name in S3
 * @param secret signs the message
 */
public record Delivery(
        long webhook,
        long lease,
        URI target,
        String tenant,
        Secret secret,
        List<ObjectEvent> events,
        List<AlertEvent> alerts) {

    public Delivery {
        events = List.copyOf(events);
        alerts = List.copyOf(alerts);
    }

    /** Changes of objects alone. */
    public Delivery(long webhook, long lease, URI target, String tenant, Secret secret, List<ObjectEvent> events) {
        this(webhook, lease, target, tenant, secret, events, List.of());
    }

    /** The number of events of both kinds. */
    public int size() {
        return events.size() + alerts.size();
    }

    /** The ids of the events of both kinds. */
    public List<Long> ids() {
        return Stream.concat(
                        events.stream().map(ObjectEvent::id), alerts.stream().map(AlertEvent::id))
                .toList();
    }

    /** The same delivery with other events. */
    public Delivery with(List<ObjectEvent> others, List<AlertEvent> otherAlerts) {
        return new Delivery(webhook, lease, target, tenant, secret, others, otherAlerts);
    }
}
