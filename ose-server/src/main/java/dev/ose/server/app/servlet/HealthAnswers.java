package dev.ose.server.app.servlet;

import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.Methods;
import io.undertow.util.StatusCodes;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Tells load balancers and the keeper whether this node lives and whether it serves, without a login. It answers on the
 * I/O thread, in front of everything that waits for threads, memory or a database: no client decides how long a health
 * answer takes.
 */
public final class HealthAnswers implements HttpHandler {

    /** Whether the node lives: 503 means that only another start helps. */
    public static final String LIVE = "/health/live";

    /** Whether the node takes requests. */
    public static final String READY = "/health/ready";

    /** All paths that are answered here. */
    public static final Set<String> PATHS = Set.of(LIVE, READY);

    private static final String UP = "{\"status\":\"UP\"}";
    private static final String DOWN = "{\"status\":\"DOWN\"}";

    private final BooleanSupplier isLive;
    private final BooleanSupplier isReady;
    private final HttpHandler next;

    /**
     * In front of {@code next}.
     *
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
            // A body is not waited for.
            exchange.setPersistent(false);
        }
        exchange.getResponseSender().send(isUp ? UP : DOWN);
    }
}
