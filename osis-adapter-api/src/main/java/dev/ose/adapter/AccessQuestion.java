package dev.ose.adapter;

import java.util.Map;

/**
 * The head of an S3 request, about which a platform is asked whether it would serve it. It has no signature: the caller
 * is stated beside it.
 *
 * @param target path and query as in the request line, path style
 * @param headers by their names in lower case
 */
public record AccessQuestion(Caller caller, String method, String target, Map<String, String> headers) {

    public AccessQuestion {
        headers = Map.copyOf(headers);
    }

    /** The sender of the request. */
    public sealed interface Caller {}

    /** A request without a signature. */
    public record Anonymous() implements Caller {}

    /** The holder of a key pair, whose state counts. */
    public record Key(String accessKey) implements Caller {}

    /** A user with working keys, whether it exists and has some or not. */
    public record User(PlatformTenantId tenant, PlatformUserId user, String canonicalId) implements Caller {}
}
