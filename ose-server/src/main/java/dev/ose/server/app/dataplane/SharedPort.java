package dev.ose.server.app.dataplane;

import dev.ose.s3.UriEncoding;
import dev.ose.server.app.servlet.AdminNames;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import java.util.Set;

/**
 * Dispatches requests of a port that serves S3 and management. First by host: requests to other hosts than those of the
 * admin API are S3's, in either style, as on a port of S3 only. On hosts of the admin API by the first segment of the
 * path: those in {@link #RESERVED} are management's, including {@code /api/v1/s3}, where S3 is served in path style;
 * every other one names a bucket.
 *
 * <p>A bucket may have a reserved name. It can be addressed by its virtual host, at a host of S3, or below {@code
 * /api/v1/s3}, but not at the root of a host of the admin API. Segments are compared decoded, so that {@code /%61pi}
 * equals {@code /api}.
 *
 * <p>Both handlers are behind the same gate, which ensures a single host and unambiguous framing, and use the same raw
 * path.
 */
public final class SharedPort implements HttpHandler {

    /** The first segments that belong to management. */
    static final Set<String> RESERVED = Set.of("api", "docs", "health", "metrics", "portal", "s");

    private static final int MAX_LENGTH = "metrics".length();

    private final AdminNames names;
    private final HttpHandler s3;
    private final HttpHandler s3BesidePages;
    private final HttpHandler management;

    /**
     * @param names hosts of the admin API; none is one of S3
     * @param s3 for S3's own hosts
     * @param s3BesidePages the same for hosts of the admin API
     */
    SharedPort(AdminNames names, HttpHandler s3, HttpHandler s3BesidePages, HttpHandler management) {
        this.names = names;
        this.s3 = s3;
        this.s3BesidePages = s3BesidePages;
        this.management = management;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) throws Exception {
        if (!names.areMeantBy(exchange)) {
            s3.handleRequest(exchange);
        } else if (isReserved(exchange.getRequestURI())) {
            management.handleRequest(exchange);
        } else {
            s3BesidePages.handleRequest(exchange);
        }
    }

    /** Whether a raw path, which begins with a slash, is management's. */
    public static boolean isReserved(String rawPath) {
        int slash = rawPath.indexOf('/', 1);
        String segment = rawPath.substring(1, slash < 0 ? rawPath.length() : slash);
        if (segment.indexOf('%') >= 0) {
            return segment.length() <= 3 * MAX_LENGTH
                    && UriEncoding.decode(segment).filter(RESERVED::contains).isPresent();
        }
        return RESERVED.contains(segment);
    }
}
