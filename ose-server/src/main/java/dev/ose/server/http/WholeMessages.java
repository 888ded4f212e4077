package dev.ose.server.http;

import dev.ose.server.http.framing.FramingGate;
import io.undertow.server.HttpHandler;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import io.undertow.util.SameThreadExecutor;
import io.undertow.util.StatusCodes;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * Decouples clients from a blocking server, such as a servlet container: the body of a request is in memory before a
 * thread runs the server, and the answer is sent after the thread has been released. So no client determines how long a
 * thread is held.
 *
 * <p>A body is read on the I/O thread, under the listener's minimum rate and a deadline; its memory is borrowed from
 * {@link ClientWorker#documentMemory()} for the client's network, that of answers from {@link
 * ClientWorker#answerMemory()}, so that bodies cannot prevent answers. A body that is too large, too slow, exceeds the
 * memory or is not permitted is refused and its connection closed; a framing fault, found by the {@link FramingGate},
 * closes the connection without an answer. Must be called on a connection of a {@link ClientListener}, before anything
 * was read of the body.
 */
public final class WholeMessages implements HttpHandler {

    private static final long RETRY_AFTER_SECONDS = 1;

    private final ClientWorker worker;
    private final Limits limits;
    private final Threads threads;
    private final HttpHandler server;
    private final Refusals refusals;

    /**
     * Limits of request bodies.
     *
     * @param bodyBytes the largest body
     * @param bodyTime maximum time for a whole body, at any rate
     * @param mayBringBody whether a request may have a body; others are refused before any of it is read
     */
    public record Limits(int bodyBytes, Duration bodyTime, Predicate<HttpServerExchange> mayBringBody) {}

    /** The threads of the server. */
    @FunctionalInterface
    public interface Threads {

        /** Dispatches the exchange to a thread that may block and calls the handler there; called on the I/O thread. */
        void dispatch(HttpServerExchange exchange, HttpHandler blocking);
    }

    /** Reasons to refuse a request before it reaches the server. */
    public enum Fault {
        /** The request has a body, but no credentials. */
        NO_LOGIN(StatusCodes.UNAUTHORIZED),
        /** The body exceeds the limit. */
        TOO_LARGE(StatusCodes.REQUEST_ENTITY_TOO_LARGE),
        /** The body is slower than the minimum rate, or takes too long. */
        TOO_SLOW(StatusCodes.REQUEST_TIME_OUT),
        /** Memory or threads are exhausted by other requests. */
        BUSY(StatusCodes.SERVICE_UNAVAILABLE);

        private final int status;

        Fault(int status) {
            this.status = status;
        }
    }

    /** Renders faults in the server's error format. */
    public interface Refusals {

        /** The media type of the documents. */
        String mediaType();

        /**
         * The whole document.
         *
         * @param bodyBytes the known size of the body
         */
        byte[] document(Fault fault, long bodyBytes);

        /** Sets status and headers of the refusal; returns its body. */
        default ByteBuffer begin(HttpServerExchange exchange, Fault fault, long bodyBytes) {
            byte[] document = document(fault, bodyBytes);
            exchange.setStatusCode(fault.status);
            exchange.setResponseContentLength(document.length);
            exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, mediaType());
            if (fault == Fault.BUSY) {
                exchange.getResponseHeaders().put(Headers.RETRY_AFTER, RETRY_AFTER_SECONDS);
            }
            return ByteBuffer.wrap(document);
        }
    }

    /**
     * @param server called by {@code threads}; answers through a blocking stream and must not end the exchange
     */
    public WholeMessages(ClientWorker worker, Limits limits, Threads threads, HttpHandler server, Refusals refusals) {
        this.worker = worker;
        this.limits = limits;
        this.threads = threads;
        this.server = server;
        this.refusals = refusals;
    }

    @Override
    public void handleRequest(HttpServerExchange exchange) {
        // Starts after Undertow's own call, so that it may continue at any time.
        exchange.dispatch(SameThreadExecutor.INSTANCE, new WholeExchange(exchange, this)::begin);
    }

    ClientWorker worker() {
        return worker;
    }

    Limits limits() {
        return limits;
    }

    Threads threads() {
        return threads;
    }

    HttpHandler server() {
        return server;
    }

    Refusals refusals() {
        return refusals;
    }
}
