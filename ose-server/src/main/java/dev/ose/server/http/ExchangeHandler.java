package dev.ose.server.http;

import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.SameThreadExecutor;

/**
 * Turns Undertow's exchange into ours. Handling starts once Undertow's own call is done, so it may end any time later.
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
