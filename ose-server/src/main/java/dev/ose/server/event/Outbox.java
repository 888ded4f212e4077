package dev.ose.server.event;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/** Events that were committed and wait to be delivered. Every method blocks on the database; several nodes may share it. */
public interface Outbox {

    /**
     * Takes the oldest events of a webhook that is due; one alone if the last delivery failed, so that one event that the
     * receiver cannot bear holds up no others for good.
     *
     * @param lease how long nobody else gets any of this webhook
     * @param butOf tenants whose webhooks are left alone, by the names that S3 clients see
     */
    Optional<Delivery> claim(Duration lease, int mostEvents, Set<String> butOf);

    /** They arrived. Nothing happens if the lease was lost: then they are delivered twice. */
    void delivered(Delivery delivery);

    /**
     * They did not arrive and are due again later, the more often this happened the later. After many attempts they are
     * given up.
     *
     * @param problem for people
     * @return how many were given up
     */
    int failed(Delivery delivery, String problem);

    /**
     * Gives up the events that have waited for a day since they were noted or asked for again, drops the oldest of each
     * webhook beyond {@link WebhookStore#MOST_KEPT}, and forgets what nobody can want any more.
     */
    Tidied tidy();

    /**
     * What was found.
     *
     * @param waiting how many events wait, up to {@link WebhookStore#MOST_COUNTED}
     * @param givenUp how many that waited will not be delivered
     */
    record Tidied(int waiting, int givenUp) {}
}
