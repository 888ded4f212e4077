package dev.ose.server.http;

import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.StatusCodes;

/** Requests that another server answers on connections of a listener; see {@link ClientWorker#lendTo}. */
final class LentConnections implements HttpHandler {

    private final ClientWorker worker;
    private final HttpHandler server;

    LentConnections(ClientWorker worker, HttpHandler server) {
        this.worker = worker;
        this.server = server;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) throws Exception {
        if (!worker.drainGate().enter()) {
            exchange.setStatusCode(StatusCodes.SERVICE_UNAVAILABLE)
                    .setPersistent(false)
                    .endExchange();
            return;
        }
        exchange.addExchangeCompleteListener((ended, next) -> {
            worker.drainGate().leave();
            next.proceed();
        });
        if (worker.isWindingDown()) {
            exchange.setPersistent(false);
        }
        worker.forwarders().identify(exchange);
        server.handleRequest(exchange);
    }
}
