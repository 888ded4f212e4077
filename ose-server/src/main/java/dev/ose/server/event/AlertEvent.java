package dev.ose.server.event;

import java.time.Instant;

/**
 * An alert of a quota that was raised or cleared, as recorded for one webhook.
 *
 * @param id grows with each event of the webhook
 * @param facts what is sent, a JSON object with the member {@code event} among others
 */
public record AlertEvent(long id, Instant at, String facts) {}
