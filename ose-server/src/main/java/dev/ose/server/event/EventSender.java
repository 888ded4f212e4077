package dev.ose.server.event;

import java.util.Optional;

/** Sends messages. */
@FunctionalInterface
public interface EventSender {

    /**
     * Tells the receiver. Blocks for some seconds at most.
     *
     * @return what went wrong, for people; empty if the receiver said that it has them
     */
    Optional<String> send(Delivery delivery);
}
