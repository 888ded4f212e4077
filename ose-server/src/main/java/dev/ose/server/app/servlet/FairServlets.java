package dev.ose.server.app.servlet;

import dev.ose.s3.AddressRange;
import dev.ose.server.fairness.FairThreads;
import io.undertow.server.Connectors;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.StatusCodes;
import java.util.concurrent.Executor;

/**
 * Shares the threads that servlets work on out among the clients, so that one that asks for much, or for what takes long,
 * leaves some to administrators elsewhere and to those who ask whether the node is healthy.
 */
final class FairServlets implements HttpHandler, AutoCloseable {

    private static final int AT_ONCE = 16;

    /** Most of them, since behind a balancer all administrators look like one. */
    private static final int PER_CLIENT = 12;

    private static final int QUEUED = 256;
    private static final long RETRY_AFTER_SECONDS = 1;

    private final HttpHandler servlets;
    private final FairThreads threads;

    /** @param servlets blocks */
    FairServlets(HttpHandler servlets) {
        this(servlets, QUEUED);
    }

    /** @param queued how many requests may wait for a thread */
    FairServlets(HttpHandler servlets, int queued) {
        this.servlets = servlets;
        this.threads = FairThreads.ofPlatform("admin-", AT_ONCE, PER_CLIENT, queued);
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) {
        Object client = AddressRange.networkOf(exchange.getSourceAddress().getAddress());
        Executor ofClient = work -> threads.execute(client, work, () -> refuse(exchange));
        exchange.dispatch(ofClient, servlets);
    }

    private static void refuse(HttpServerExchange exchange) {
        exchange.getIoThread().execute(() -> Connectors.executeRootHandler(FairServlets::tellBusy, exchange));
    }

    private static void tellBusy(HttpServerExchange exchange) {
        exchange.setStatusCode(StatusCodes.SERVICE_UNAVAILABLE);
        exchange.getResponseHeaders().put(Headers.RETRY_AFTER, RETRY_AFTER_SECONDS);
        exchange.endExchange();
    }

    @Override
    public void close() {
        threads.close();
    }
}
