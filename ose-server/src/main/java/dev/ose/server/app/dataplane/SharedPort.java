package dev.ose.server.app.dataplane;

import dev.ose.s3.UriEncoding;
import dev.ose.server.app.servlet.AdminNames;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import java.util.Set;

/**
 * A port for S3 and for management. The host decides first: what is not for a host of the admin API is S3's, in either
 * style, as on a port that serves nothing else. On hosts of the admin API the first segment of the path decides: those
 * of {@link #RESERVED} are management's, {@code /api/v1/s3} among them, where S3 is served in path style; every other
 * one names a bucket.
 *
 * <p>A bucket may have a reserved name. It is addressed by its virtual host, at a host of S3, or below {@code
 * /api/v1/s3}; at the root of a host of the admin API it is not there. A segment counts by what it decodes to, so that
 * {@code /%61pi} is not another thing than {@code /api}.
 *
 * <p>Both handlers stand behind the same gate, which has seen to it that there is one host and that where the request
 * ends is beyond doubt, and look at the same raw path.
 */
public final class SharedPort implements HttpHandler {

    /** The first segments that are management's, now or as soon as the portal is there. */
    static final Set<String> RESERVED = Set.of("api", "health", "metrics", "portal");

    private static final int LONGEST = "metrics".length();

    private final AdminNames names;
    private final HttpHandler s3;
    private final HttpHandler s3BesidePages;
    private final HttpHandler management;

    /**
     * Takes its parts.
     *
     * @param names hosts of the admin API; none is one of S3
     * @param s3 at hosts of its own
     * @param s3BesidePages the same at hosts of the admin API
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

    /** Whether a path is management's; it begins with a slash and is not decoded yet. */
    public static boolean isReserved(String rawPath) {
        int slash = rawPath.indexOf('/', 1);
        String segment = rawPath.substring(1, slash < 0 ? rawPath.length() : slash);
        if (segment.indexOf('%') >= 0) {
            return segment.length() <= 3 * LONGEST
                    && UriEncoding.decode(segment).filter(RESERVED::contains).isPresent();
        }
        return RESERVED.contains(segment);
    }
}
