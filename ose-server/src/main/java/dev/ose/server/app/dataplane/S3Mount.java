package dev.ose.server.app.dataplane;

import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The place in front of the servlets where S3 is served in path style, so that one public port can carry the admin API
 * and S3; objects are kept apart from pages there ({@link dev.ose.server.http.ClientWorker#mountBesidePages}). Looks at
 * the raw path: nothing may be decoded before the signature was checked.
 */
public final class S3Mount {

    /** Below it S3 is served in path style on the admin listener's port. */
    static final String PATH_PREFIX = "/api/v1/s3";

    private final AtomicReference<@Nullable HttpHandler> s3 = new AtomicReference<>();

    /** Serves S3 from now on. */
    void open(HttpHandler handler) {
        s3.set(handler);
    }

    /** Puts S3 in front of {@code next}. */
    public HttpHandler inFrontOf(HttpHandler next) {
        return exchange -> {
            if (isS3(exchange)) {
                serve(exchange);
            } else {
                next.handleRequest(exchange);
            }
        };
    }

    private void serve(HttpServerExchange exchange) throws Exception {
        HttpHandler handler = s3.get();
        if (handler == null) {
            exchange.setStatusCode(503).setPersistent(false).endExchange();
        } else {
            handler.handleRequest(exchange);
        }
    }

    private static boolean isS3(HttpServerExchange exchange) {
        String path = exchange.getRequestURI();
        return path.startsWith(PATH_PREFIX)
                && (path.length() == PATH_PREFIX.length() || path.charAt(PATH_PREFIX.length()) == '/');
    }
}
