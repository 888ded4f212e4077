package dev.ose.adapter.http;

import dev.ose.adapter.PlatformException;
import dev.ose.adapter.http.OutboundException.Reason;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/**
 * Sends requests to a platform's administration and waits for their whole answers, no longer and no larger than
 * allowed. Follows no redirects: a login must not travel to another host. Thread-safe.
 */
public final class PlatformHttp implements AutoCloseable {

    private static final int SERVICE_UNAVAILABLE = 503;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int NOT_IMPLEMENTED = 501;

    /** As many as a node has administrative work for; a platform's administration serves few at a time. */
    private static final int AT_ONCE = 64;

    private final Bounds bounds;
    private final OutboundHttp http;

    /**
     * How much is allowed.
     *
     * @param connectTimeout how long connecting may take, and the TLS handshake another time
     * @param timeout how long a request may take until its answer is complete
     * @param maxAnswerBytes how large an answer's body may be
     */
    public record Bounds(Duration connectTimeout, Duration timeout, int maxAnswerBytes) {

        public Bounds {
            if (!connectTimeout.isPositive() || !timeout.isPositive() || maxAnswerBytes <= 0) {
                throw new IllegalArgumentException("bounds must be positive");
            }
        }
    }

    /** Whether a request may be sent a second time when its connection broke: it may have been idle for too long. */
    public enum Repetition {
        /** It does no more the second time. */
        ONCE,
        /** It would do something twice. */
        NEVER
    }

    /**
     * Makes a client without connections.
     *
     * @param tls whom to trust where addresses are https
     * @param routes how the platform is reached
     */
    public PlatformHttp(Bounds bounds, SSLContext tls, OutboundRoutes routes) {
        this.bounds = bounds;
        this.http = new OutboundHttp(
                new OutboundHttp.Limits(bounds.connectTimeout(), bounds.timeout(), bounds.maxAnswerBytes(), AT_ONCE),
                tls,
                routes);
    }

    /**
     * What the platform answered, be it a refusal.
     *
     * @throws PlatformException of kind {@code UNAVAILABLE} if it did nothing, was only asked, or asks to be left
     *     alone; {@code OUTCOME_UNKNOWN} if it failed or did not answer, and the call changes something
     */
    public OutboundAnswer send(OutboundRequest request, CallPurpose callPurpose, Repetition repetition) {
        try {
            return judged(http.send(request), callPurpose);
        } catch (OutboundException first) {
            if (first.reason() != Reason.BROKEN || repetition == Repetition.NEVER) {
                throw failure(callPurpose, first);
            }
        }
        try {
            return judged(http.send(request), callPurpose);
        } catch (OutboundException second) {
            throw failure(callPurpose, second);
        }
    }

    /** Without the addresses and banners of the cause's message, which reach administrators of tenants. */
    private PlatformException failure(CallPurpose callPurpose, OutboundException e) {
        return switch (e.reason()) {
            case TIMEOUT ->
                callPurpose.unanswered(
                        "no answer came within " + bounds.timeout().toMillis() + " ms", null);
            case TOO_LARGE ->
                callPurpose.unanswered("its answer is larger than " + bounds.maxAnswerBytes() + " bytes", e);
            case BUSY, UNKNOWN_HOST, FORBIDDEN_ADDRESS, UNREACHABLE, PROXY, UNTRUSTED, BROKEN, INTERRUPTED ->
                callPurpose.failure(e);
        };
    }

    private static OutboundAnswer judged(OutboundAnswer answer, CallPurpose callPurpose) {
        int status = answer.status();
        if (status == SERVICE_UNAVAILABLE || status == TOO_MANY_REQUESTS) {
            throw callPurpose.unavailable("it is overloaded", null);
        }
        if (status >= 500 && status != NOT_IMPLEMENTED) {
            throw callPurpose.unanswered("it answered with status " + status, null);
        }
        return answer;
    }

    /** Breaks off what is on its way. */
    @Override
    public void close() {
        http.close();
    }
}
