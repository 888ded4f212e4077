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
 * Stands between clients and a server that blocks, such as one of servlets: the body of a request is in memory before a
 * thread of that server is taken, and the answer leaves memory after the thread is free again. The rule behind it: no
 * client decides how long a thread is held.
 *
 * <p>A body is read on the I/O thread, under the listener's minimum rate and a deadline; memory is lent by {@link
 * ClientWorker#documentMemory()} on the account of the client's network, and for answers by {@link
 * ClientWorker#answerMemory()}, so that no body keeps an answer from being given. A body that is too large, too slow,
 * finds no memory or comes with a request that may bring none is refused and its connection closed; a fault in its
 * framing, which the {@link FramingGate} finds, closes the connection without an answer. Must be called on a connection
 * of a {@link ClientListener}, before anything was read of the body.
 */
public final class WholeMessages implements HttpHandler {

    private static final long RETRY_AFTER_SECONDS = 1;

    private final ClientWorker worker;
    private final Limits limits;
    private final Threads threads;
    private final HttpHandler server;
    private final Refusals refusals;

    /**
     * What a request may bring.
     *
     * @param bodyBytes the largest body
     * @param bodyTime how long a whole body may take, however steadily it comes
     * @param mayBringBody which requests may bring one; the others are refused before any of it is read
     */
    public record Limits(int bodyBytes, Duration bodyTime, Predicate<HttpServerExchange> mayBringBody) {}

    /** Where the server runs. */
    @FunctionalInterface
    public interface Threads {

        /** Dispatches the exchange to a thread that may block and calls the handler there; called on the I/O thread. */
        void dispatch(HttpServerExchange exchange, HttpHandler blocking);
    }

    /** Why a request does not get as far as the server. */
    public enum Fault {
        /** The request has a body and shows no login. */
        NO_LOGIN(StatusCodes.UNAUTHORIZED),
        /** The body is larger than is taken. */
        TOO_LARGE(StatusCodes.REQUEST_ENTITY_TOO_LARGE),
        /** The body comes below the minimum rate, or takes too long in all. */
        TOO_SLOW(StatusCodes.REQUEST_TIME_OUT),
        /** Other requests take up the memory or the threads there are. */
        BUSY(StatusCodes.SERVICE_UNAVAILABLE);

        private final int status;

        Fault(int status) {
            this.status = status;
        }
    }

    /** How faults read in the language of the server. */
    public interface Refusals {

        /** The media type of the documents. */
        String mediaType();

        /**
         * The whole document.
         *
         * @param bodyBytes how large the body is at least
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
     * @param server is called by {@code threads}; answers through a blocking stream and leaves ending the exchange to
     * this class
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
        // Begins once Undertow's own call is done, so that it may go on any time later.
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
