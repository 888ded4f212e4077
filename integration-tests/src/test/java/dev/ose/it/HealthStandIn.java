package dev.ose.it;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** A stand-in for a node's readiness endpoint. */
final class HealthStandIn implements AutoCloseable {

    private final HttpServer server;
    private volatile boolean isReady = true;

    HealthStandIn() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/health/ready", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(isReady ? 200 : 503, -1);
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    void ready(boolean isIt) {
        isReady = isIt;
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
