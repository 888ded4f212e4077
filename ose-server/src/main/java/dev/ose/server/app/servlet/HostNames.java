package dev.ose.server.app.servlet;

import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;

/**
 * Answers 421 to requests for other hosts than this listener's. Protects the admin API from DNS rebinding by pages in
 * an administrator's browser.
 */
public final class HostNames implements HttpHandler {

    private static final int MISDIRECTED_REQUEST = 421;

    private final AdminNames names;
    private final HttpHandler next;

    public HostNames(AdminNames names, HttpHandler next) {
        this.names = names;
        this.next = next;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) throws Exception {
        if (names.areMeantBy(exchange)) {
            next.handleRequest(exchange);
        } else {
            exchange.setStatusCode(MISDIRECTED_REQUEST);
            exchange.getResponseHeaders().put(Headers.CONNECTION, "close");
            exchange.endExchange();
        }
    }
}
