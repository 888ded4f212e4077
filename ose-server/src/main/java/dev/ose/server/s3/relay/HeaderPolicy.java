package dev.ose.server.s3.relay;

import dev.ose.adapter.Quirk;
import dev.ose.s3.operation.RequestMembers;
import dev.ose.s3.permission.AclHeaders;
import dev.ose.s3.sigv4.HeaderField;
import dev.ose.server.http.ClientExchange;
import dev.ose.server.platform.Platform;
import dev.ose.server.s3.CrossOrigin;
import dev.ose.server.s3.auth.S3Request;
import dev.ose.server.transfer.PlatformResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The headers that are passed from a client to a platform and back: those that {@link RequestMembers} passes, and an
 * allow-list of answers. An unknown header might have a meaning for a platform, and OSE's signature would vouch for it.
 * {@code Origin} and the platform's answer to it are not passed: {@link CrossOrigin} handles CORS.
 */
public final class HeaderPolicy {

    private static final Set<String> RESPONSE_HEADERS = Set.of(
            "accept-ranges",
            "cache-control",
            "content-disposition",
            "content-encoding",
            "content-language",
            "content-range",
            "content-type",
            "etag",
            "expires",
            "last-modified",
            "retry-after");

    private static final Set<String> FORM_HEADERS = Set.of(
            "cache-control", "content-disposition", "content-language", "content-md5", "content-type", "expires");

    /** Set by OSE, not by the platform: request ids and the bucket's location. */
    private static final Set<String> OWN_RESPONSE_HEADERS =
            Set.of("x-amz-request-id", "x-amz-id-2", "x-amz-bucket-region");

    private HeaderPolicy() {}

    /** Whether a form's field of this lower-case name has the same meaning as the header. */
    public static boolean describesObject(String name) {
        return FORM_HEADERS.contains(name) || (name.startsWith("x-amz-") && isPassed("PutObject", name));
    }

    /**
     * The client's headers to send to the platform. Repeated headers become one line, as in the client's signature: a
     * platform might use one of several lines only.
     *
     * @param operation the operation's name
     */
    public static List<HeaderField> toPlatform(S3Request request, String operation) {
        List<HeaderField> headers = new ArrayList<>(8);
        request.forEachHeader((name, value) -> {
            if (isPassed(operation, name)) {
                add(headers, name, value);
            }
        });
        return headers;
    }

    /** Grants are sent as translated in {@link HeaderGrants}. */
    private static boolean isPassed(String operation, String name) {
        return RequestMembers.isPassed(operation, name) && !AclHeaders.GRANTS.contains(name);
    }

    private static void add(List<HeaderField> headers, String name, String value) {
        for (int i = 0; i < headers.size(); i++) {
            if (headers.get(i).name().equals(name)) {
                headers.set(i, new HeaderField(name, headers.get(i).value() + ',' + value));
                return;
            }
        }
        headers.add(new HeaderField(name, value));
    }

    /** Requests the whole object if the platform would ignore the condition of a range. */
    static void withoutOverlookedConditions(List<HeaderField> headers, Platform platform) {
        if (platform.has(Quirk.RANGE_CONDITIONS_OVERLOOKED)
                && headers.removeIf(header -> header.name().equals("if-range"))) {
            headers.removeIf(header -> header.name().equals("range"));
        }
    }

    /** Passes the platform's headers to the client. */
    public static void toClient(PlatformResponse response, ClientExchange exchange) {
        response.forEachHeader((name, value) -> {
            if (RESPONSE_HEADERS.contains(name)
                    || (name.startsWith("x-amz-") && !OWN_RESPONSE_HEADERS.contains(name))) {
                exchange.setResponseHeader(name, value);
            }
        });
    }
}
