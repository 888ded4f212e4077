package dev.ose.server.event;

import java.util.Optional;

/** Sends messages to webhooks. */
@FunctionalInterface
public interface EventSender {

    /**
     * Sends a message. Blocks for a bounded number of seconds.
     *
     * @return a human-readable problem; empty if the receiver confirmed the message
     */
    Optional<String> send(Delivery delivery);
}
