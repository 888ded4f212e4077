package dev.ose.server.transfer;

import dev.ose.server.platform.Platform;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A platform's answer that was read to its end, or as far as its body may be long. Immutable. */
public final class WholeResponse {

    private static final int REQUEST_TIMEOUT = 408;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int NOT_IMPLEMENTED = 501;

    private final Platform platform;
    private final int status;
    private final Map<String, List<String>> headers;
    private final byte @Nullable [] body;

    private WholeResponse(Platform platform, int status, Map<String, List<String>> headers, byte @Nullable [] body) {
        this.platform = platform;
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    /** @param body null if it is longer than it may be */
    static WholeResponse of(Platform platform, PlatformResponse response, byte @Nullable [] body) {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        response.forEachHeader((name, value) ->
                headers.computeIfAbsent(name, _ -> new ArrayList<>(1)).add(value));
        return new WholeResponse(platform, response.status(), headers, body);
    }

    public int status() {
        return status;
    }

    /** The values by lower-case names, in the order of arrival, as ISO-8859-1 characters. */
    public Map<String, List<String>> headers() {
        return headers;
    }

    /** The first value of a header. */
    public Optional<String> header(String lowerCaseName) {
        return headers.getOrDefault(lowerCaseName, List.of()).stream().findFirst();
    }

    /** Whether the body is longer than it may be. */
    public boolean isTooLong() {
        return body == null;
    }

    /**
     * The body.
     *
     * @throws FailureException {@code PlatformUnreachable} if it is too long
     */
    public byte[] body() {
        byte[] whole = body;
        if (whole == null) {
            throw unreachable();
        }
        return whole;
    }

    /** The failure to understand the answer, which time may mend. */
    public FailureException unreachable() {
        return new FailureException(new Failure.PlatformUnreachable(platform.name()));
    }

    /**
     * The failure that a status is no answer: {@code PlatformRefused} if the platform will say it again of the same
     * question, {@code PlatformUnreachable} if time may mend it.
     */
    public FailureException refusedOrUnreachable() {
        boolean isOfClient = status >= 400 && status < 500;
        boolean isRefusal =
                status == NOT_IMPLEMENTED || (isOfClient && status != REQUEST_TIMEOUT && status != TOO_MANY_REQUESTS);
        return isRefusal
                ? new FailureException(new Failure.PlatformRefused(platform.name(), "status " + status))
                : unreachable();
    }
}
