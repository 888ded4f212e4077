package dev.ose.server.app.dataplane;

import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Serves S3 in path style in front of the servlets, so that one public port can serve the admin API and S3; objects are
 * isolated from pages there ({@link dev.ose.server.http.ClientWorker#mountBesidePages}). Uses the raw path: it must not
 * be decoded before the signature is verified.
 */
public final class S3Mount {

    /** Path prefix of S3 in path style on the admin listener. */
    static final String PATH_PREFIX = "/api/v1/s3";

    private final AtomicReference<@Nullable HttpHandler> s3 = new AtomicReference<>();
    private volatile @Nullable String origin;

    /** Serves S3 from now on. */
    void open(HttpHandler handler) {
        s3.set(handler);
    }

    /** Tells pages from which origin browsers read objects. */
    void announce(String ofS3) {
        origin = ofS3;
    }

    /** The origin of S3 for browsers; empty before S3 is served. Does not block. */
    public Optional<String> origin() {
        return Optional.ofNullable(origin);
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
