package dev.ose.server.s3;

import dev.ose.server.bucket.CorsPolicy;
import dev.ose.server.bucket.CorsRules;
import dev.ose.server.http.ClientExchange;
import dev.ose.server.s3.auth.S3Request;
import dev.ose.server.s3.relay.RequestTrace;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * CORS for pages that the provider trusts: the portal, Cloud Director with it, and those of the provider's policy. They
 * may send every request to every bucket and read every answer, whatever rules the bucket has, refusals and preflights
 * included. Such a page signs its requests or adds a token itself; browsers are not asked to add credentials, so that
 * it has no rights by its origin.
 *
 * @see <a href="https://fetch.spec.whatwg.org/#http-cors-protocol">CORS protocol</a>
 */
final class PageOrigins {

    private static final String METHODS = "GET, HEAD, PUT, POST, DELETE";

    /** Browsers that do not know the wild card know the names. */
    private static final String EXPOSED = "*, Accept-Ranges, Content-Length, Content-Range, ETag, Last-Modified,"
            + " Location, Retry-After, WWW-Authenticate, x-amz-delete-marker, x-amz-id-2, x-amz-request-id,"
            + " x-amz-version-id";

    /** Short, so that browsers do not long know an origin that a restarted node no longer does. */
    private static final String MAX_AGE_SECONDS = "600";

    private static final Pattern HEADER_NAMES = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~, \t-]{1,4096}");

    private final Set<String> origins;
    private final CorsRules rules;

    /**
     * Of the portal and of the provider's policy.
     *
     * @param origins those of the portal, in the form of the Origin header
     * @param rules with the policy, which may change at any time
     */
    PageOrigins(Set<String> origins, CorsRules rules) {
        this.origins = Set.copyOf(origins);
        this.rules = rules;
    }

    /** Whether the value of an Origin header is one of them. */
    boolean contains(String origin) {
        return origins.contains(origin) || rules.policy().allows(origin);
    }

    /**
     * Sets the headers of the answer to come if such a page sends the request, and answers its preflight. Also has
     * caches keep the answers to other requests apart from those to such pages.
     *
     * @param origin the value of the Origin header; null for none
     * @return whether the request is answered
     */
    boolean answer(RequestTrace trace, S3Request request, @Nullable String origin) {
        ClientExchange exchange = trace.exchange();
        if (origin == null || !contains(origin)) {
            // Also before a bucket's rules are read, which may fail.
            if (origin != null || rules.policy().mode() != CorsPolicy.Mode.BUCKET_RULES) {
                exchange.setResponseHeader("Vary", "Origin");
            }
            return false;
        }
        boolean isAny = !origins.contains(origin) && rules.policy().mode() == CorsPolicy.Mode.ANY_ORIGIN;
        exchange.setResponseHeader("Access-Control-Allow-Origin", isAny ? "*" : origin);
        exchange.setResponseHeader("Access-Control-Expose-Headers", EXPOSED);
        exchange.setResponseHeader("Vary", "Origin, Access-Control-Request-Headers, Access-Control-Request-Method");
        if (!request.method().equals("OPTIONS") || request.get("access-control-request-method") == null) {
            return false;
        }
        trace.operation("PagePreflight");
        exchange.setResponseHeader("Access-Control-Allow-Methods", METHODS);
        exchange.setResponseHeader("Access-Control-Max-Age", MAX_AGE_SECONDS);
        @Nullable String headers = request.get("access-control-request-headers");
        if (headers != null && HEADER_NAMES.matcher(headers).matches()) {
            exchange.setResponseHeader("Access-Control-Allow-Headers", headers);
        }
        trace.answer().empty(200);
        return true;
    }
}
