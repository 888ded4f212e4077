package dev.ose.server.admin.json;

import dev.ose.server.runtime.failure.Failure;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Header fields that state how much clients may send.
 *
 * @see <a href="https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/">RateLimit header fields</a>
 */
public final class RateLimits {

    /** The field of what is allowed. */
    public static final String POLICY = "RateLimit-Policy";

    /** The field of what is left of it. */
    public static final String LEFT = "RateLimit";

    /** Requests of one login that are served at once; more than these wait. */
    public static final int PER_LOGIN = 6;

    /** Requests of one address that are served at once; more than these wait. */
    public static final int PER_ADDRESS = 12;

    /** The policy of all requests. */
    public static final String REQUESTS = "\"login\";q=" + PER_LOGIN + ";qu=\"concurrent-requests\", \"address\";q="
            + PER_ADDRESS + ";qu=\"concurrent-requests\"";

    /** Wrong logins are counted in full for ten minutes, and then half as much every ten minutes. */
    private static final String WRONG_LOGINS = "\"wrong-logins\";q=5;w=600";

    private RateLimits() {}

    /** The fields of the answer that reports a failure. */
    public static Map<String, String> of(Failure failure) {
        Map<String, String> fields = new LinkedHashMap<>();
        ProblemJson.retryAfter(failure).ifPresent(seconds -> {
            fields.put("Retry-After", Long.toString(seconds));
            if (failure instanceof Failure.TooManyWrongLogins) {
                fields.put(POLICY, WRONG_LOGINS);
                fields.put(LEFT, "\"wrong-logins\";r=0;t=" + seconds);
            }
        });
        return fields;
    }
}
