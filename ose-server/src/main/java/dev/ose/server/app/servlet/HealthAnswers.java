package dev.ose.server.app.servlet;

import dev.ose.server.runtime.lifecycle.NodeState.Unreadiness;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.Methods;
import io.undertow.util.StatusCodes;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

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

    /** The member of the document that says why a node is not ready. */
    public static final String REASON = "reason";

    private static final String UP = "{\"status\":\"UP\"}";
    private static final String DOWN = "{\"status\":\"DOWN\"}";

    private final BooleanSupplier isLive;
    private final Supplier<Optional<Unreadiness>> unreadiness;
    private final HttpHandler next;

    /**
     * @param isLive must not block
     * @param unreadiness why the node is not ready, if it is not; must not block
     */
    public HealthAnswers(BooleanSupplier isLive, Supplier<Optional<Unreadiness>> unreadiness, HttpHandler next) {
        this.isLive = isLive;
        this.unreadiness = unreadiness;
        this.next = next;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) throws Exception {
        boolean isQuestion = exchange.getRequestMethod().equals(Methods.GET)
                || exchange.getRequestMethod().equals(Methods.HEAD);
        String path = exchange.getRequestURI();
        if (isQuestion && path.equals(LIVE)) {
            answer(exchange, isLive.getAsBoolean() ? UP : DOWN);
        } else if (isQuestion && path.equals(READY)) {
            answer(exchange, unreadiness.get().map(HealthAnswers::down).orElse(UP));
        } else {
            next.handleRequest(exchange);
        }
    }

    private static String down(Unreadiness reason) {
        return "{\"status\":\"DOWN\",\"" + REASON + "\":\"" + reason + "\"}";
    }

    private static void answer(HttpServerExchange exchange, String document) {
        exchange.setStatusCode(document.equals(UP) ? StatusCodes.OK : StatusCodes.SERVICE_UNAVAILABLE);
        exchange.getResponseHeaders()
                .put(Headers.CONTENT_TYPE, "application/json")
                .put(Headers.CACHE_CONTROL, "no-store");
        if (!exchange.isRequestComplete()) {
            // Does not wait for a body.
            exchange.setPersistent(false);
        }
        exchange.getResponseSender().send(document);
    }
}
