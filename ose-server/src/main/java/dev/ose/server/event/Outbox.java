package dev.ose.server.event;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Committed events that wait for delivery. Every method blocks on the database; safe for use by several nodes at once.
 */
public interface Outbox {

    /**
     * Claims the oldest events of a due webhook; a single one if the last delivery failed, so that an event that the
     * receiver cannot process does not block others forever.
     *
     * @param lease how long no other caller can claim this webhook
     * @param butOf tenants whose webhooks are skipped, by their names in S3
     * @throws dev.ose.keyring.KeyringException if the secret of the webhook does not open; it is due again after a
     *     delay, like one whose delivery failed
     */
    Optional<Delivery> claim(Duration lease, int mostEvents, Set<String> butOf);

    /** Deletes delivered events. If the lease was lost, they may be delivered twice. */
    void delivered(Delivery delivery);

    /**
     * Records a failed delivery: the events are due again after a growing delay, and given up after many attempts.
     *
     * @param problem human-readable reason
     * @return the number of events given up
     */
    int failed(Delivery delivery, String problem);

    /**
     * Gives up events that have waited for a day since they were recorded or redelivery was requested, drops the oldest
     * of each webhook beyond {@link WebhookStore#MAX_KEPT}, and deletes what is obsolete.
     */
    Tidied tidy();

    /**
     * The result of a cleanup.
     *
     * @param waiting number of waiting events, up to {@link WebhookStore#MAX_COUNTED}
     * @param givenUp number of waiting events that were given up or dropped
     */
    record Tidied(int waiting, int givenUp) {}
}
