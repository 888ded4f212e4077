package dev.ose.server.http;

import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.SameThreadExecutor;

/**
 * Creates a {@link ClientExchange} for Undertow's exchange. Handling starts after Undertow's own call, so it may end at
 * any time.
 */
final class ExchangeHandler implements HttpHandler {

    private final ClientWorker worker;
    private final ClientRequestHandler handler;
    private final boolean isBesidePages;

    ExchangeHandler(ClientWorker worker, ClientRequestHandler handler, boolean isBesidePages) {
        this.worker = worker;
        this.handler = handler;
        this.isBesidePages = isBesidePages;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) {
        worker.forwarders().identify(exchange);
        exchange.dispatch(
                SameThreadExecutor.INSTANCE, new UndertowClientExchange(exchange, worker, handler, isBesidePages));
    }
}
