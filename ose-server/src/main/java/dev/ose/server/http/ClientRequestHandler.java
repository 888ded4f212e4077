package dev.ose.server.http;

/** Answers requests that passed the framing gate. Called on the exchange's I/O thread; must not block. */
@FunctionalInterface
public interface ClientRequestHandler {

    /** Answers the exchange, now or later. The handler must ensure that it is answered. */
    void handle(ClientExchange exchange);
}
