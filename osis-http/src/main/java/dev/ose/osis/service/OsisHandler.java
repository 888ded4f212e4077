package dev.ose.osis.service;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ose.adapter.PlatformException;
import dev.ose.osis.model.OsisError;
import dev.ose.osis.model.OsisJson;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Serves a request: parse, authenticate, find the operation, perform it, answer. An unauthenticated caller gets 401 for
 * every path that needs authentication, known or not.
 */
final class OsisHandler implements HttpHandler {

    private static final System.Logger LOG = System.getLogger(OsisHandler.class.getName());

    /** The largest document of a request is a tenant with some thousand organisations. */
    private static final int MAX_BODY_BYTES = 256 * 1024;

    private static final int MAX_CALLS = 256;

    private static final OsisReply BUSY =
            new OsisReply(503, new OsisError("E_UNAVAILABLE", "The service is busy."), Map.of("Retry-After", "1"));

    private final Routes routes;
    private final OsisAuthenticator doorman;
    private final Semaphore room = new Semaphore(MAX_CALLS);
    private volatile boolean isEnding;

    OsisHandler(Routes routes, OsisAuthenticator doorman) {
        this.routes = routes;
        this.doorman = doorman;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        if (isEnding || !room.tryAcquire()) {
            try (exchange) {
                send(exchange, BUSY);
            }
            return;
        }
        try {
            serve(exchange);
        } finally {
            room.release();
        }
    }

    /** Closing the exchange sends the last of the answer: only then is the call over. */
    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            send(exchange, answer(exchange));
        }
    }

    /** Refuses further calls, and waits for the running ones, but not longer than the limit. */
    void end(Duration limit) {
        isEnding = true;
        try {
            if (!room.tryAcquire(MAX_CALLS, limit.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.log(System.Logger.Level.WARNING, "calls still run after " + limit.toSeconds() + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private OsisReply answer(HttpExchange exchange) throws IOException {
        try {
            return perform(exchange);
        } catch (OsisRefusal e) {
            return e.reply();
        } catch (PlatformException e) {
            return OsisReply.of(e);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "a call failed with an unexpected exception", e);
            return OsisReply.internalError();
        }
    }

    private OsisReply perform(HttpExchange exchange) throws IOException {
        List<String> path = OsisTarget.path(exchange.getRequestURI());
        Map<String, Routes.Match> here = routes.at(path);
        Routes.@Nullable Match match = here.get(exchange.getRequestMethod());
        if (here.values().stream().noneMatch(it -> it.route().isOpen())) {
            doorman.check(exchange.getRequestHeaders().getFirst("Authorization"));
        }
        if (match == null) {
            throw here.isEmpty()
                    ? OsisRefusal.notFound("there is nothing here")
                    : OsisRefusal.of(new OsisReply(
                            405,
                            new OsisError("E_METHOD_NOT_ALLOWED", "The method is not allowed here."),
                            Map.of("Allow", String.join(", ", new TreeSet<>(here.keySet())))));
        }
        return match.route()
                .operation()
                .apply(new OsisCall(match.variables(), OsisTarget.query(exchange.getRequestURI()), body(exchange)));
    }

    private static byte[] body(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
        if (body.length > MAX_BODY_BYTES) {
            throw OsisRefusal.of(new OsisReply(
                    413,
                    new OsisError("E_BAD_REQUEST", "The body is larger than " + MAX_BODY_BYTES + " bytes."),
                    Map.of("Connection", "close")));
        }
        return body;
    }

    private static void send(HttpExchange exchange, OsisReply reply) throws IOException {
        reply.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        boolean isHead = exchange.getRequestMethod().equals("HEAD");
        if (reply.document() == null || isHead) {
            exchange.sendResponseHeaders(reply.status(), -1);
            return;
        }
        byte[] body = OsisJson.write(reply.document());
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(reply.status(), body.length);
        exchange.getResponseBody().write(body);
    }
}
