package dev.ose.server.event;

import java.time.Duration;
import java.util.Optional;

/** Events that were committed and wait to be delivered. Every method blocks on the database; several nodes may share it. */
public interface Outbox {

    /**
     * Takes the oldest events of a webhook that is due; one alone if the last delivery failed, so that one event that the
     * receiver cannot bear holds up no others for good.
     *
     * @param lease how long nobody else gets any of this webhook
     */
    Optional<Delivery> claim(Duration lease, int mostEvents);

    /** They arrived. Nothing happens if the lease was lost: then they are delivered twice. */
    void delivered(Delivery delivery);

    /**
     * They did not arrive and are due again later, the more often this happened the later. After many attempts, or a day,
     * they are given up.
     *
     * @param problem for people
     * @return how many were given up
     */
    int failed(Delivery delivery, String problem);

    /** Forgets what nobody can want any more, and says how many events wait, up to {@link WebhookStore#MOST_COUNTED}. */
    int tidy();
}
