package dev.ose.server.app.servlet;

import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.Methods;
import io.undertow.util.StatusCodes;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Reports liveness and readiness to load balancers and the keeper, without a login. Answers on the I/O thread, before
 * anything that waits for threads, memory or a database, so that clients cannot delay health answers.
 */
public final class HealthAnswers implements HttpHandler {

    /** Liveness: 503 means that only a restart helps. */
    public static final String LIVE = "/health/live";

    /** Readiness: whether the node accepts requests. */
    public static final String READY = "/health/ready";

    /** All paths of this handler. */
    public static final Set<String> PATHS = Set.of(LIVE, READY);

    private static final String UP = "{\"status\":\"UP\"}";
    private static final String DOWN = "{\"status\":\"DOWN\"}";

    private final BooleanSupplier isLive;
    private final BooleanSupplier isReady;
    private final HttpHandler next;

    /**
     * @param isLive must not block
     * @param isReady must not block
     */
    public HealthAnswers(BooleanSupplier isLive, BooleanSupplier isReady, HttpHandler next) {
        this.isLive = isLive;
        this.isReady = isReady;
        this.next = next;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) throws Exception {
        boolean isQuestion = exchange.getRequestMethod().equals(Methods.GET)
                || exchange.getRequestMethod().equals(Methods.HEAD);
        String path = exchange.getRequestURI();
        if (isQuestion && path.equals(LIVE)) {
            answer(exchange, isLive.getAsBoolean());
        } else if (isQuestion && path.equals(READY)) {
            answer(exchange, isReady.getAsBoolean());
        } else {
            next.handleRequest(exchange);
        }
    }

    private static void answer(HttpServerExchange exchange, boolean isUp) {
        exchange.setStatusCode(isUp ? StatusCodes.OK : StatusCodes.SERVICE_UNAVAILABLE);
        exchange.getResponseHeaders()
                .put(Headers.CONTENT_TYPE, "application/json")
                .put(Headers.CACHE_CONTROL, "no-store");
        if (!exchange.isRequestComplete()) {
            // Does not wait for a body.
            exchange.setPersistent(false);
        }
        exchange.getResponseSender().send(isUp ? UP : DOWN);
    }
}
