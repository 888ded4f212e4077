package dev.ose.server.http;

import dev.ose.server.transfer.BodySink;
import dev.ose.server.transfer.BodySource;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;

/**
 * One request of a client and the answer to it, past the framing gate. Confined to its I/O thread; only
 * {@link #executeOnIoThread} and {@link #executeBlocking} may be called from anywhere. Text is ISO-8859-1: a
 * {@code char} is a byte as it came or goes.
 *
 * <p>A client that is slower than the minimum rate, a bug thrown by the handler and an overload are answered by this
 * package itself. From then on, as after the end of the exchange, answering and aborting do nothing, sinks and sources
 * throw {@link java.io.IOException}, and a waiting listener of them is called once more.
 */
public interface ClientExchange {

    String method();

    /** The path of the request target, exactly as received. */
    String rawPath();

    /** The query of the request target without its {@code ?}, exactly as received; empty if there is none. */
    String rawQuery();

    /** {@code http} or {@code https}, as spoken on the node's listener. */
    String scheme();

    InetSocketAddress peer();

    /** The version of HTTP, such as {@code HTTP/1.1}. */
    String protocol();

    /** The TLS session on the node's listener; null over plain HTTP. */
    @Nullable
    SSLSession tlsSession();

    /** The values of a header in the order of arrival; empty if it was not sent. */
    List<String> requestHeaders(String lowerCaseName);

    /** Calls the action with the lower-case name and the value of each request header. */
    void forEachRequestHeader(BiConsumer<String, String> action);

    /** Declared length of the body in bytes; 0 without a body, -1 if it is chunked. */
    long requestLength();

    /**
     * The request's body. The first read answers {@code Expect: 100-continue}, so do not read before the request is
     * accepted.
     */
    BodySource requestBody();

    /**
     * Sets a header of the answer, replacing earlier values.
     *
     * @throws IllegalArgumentException if it contains CR, LF, NUL or a character outside ISO-8859-1
     */
    void setResponseHeader(String name, String value);

    /** Answers with a small body, and discards an unread request body. */
    void respond(int status, byte[] body);

    /**
     * Starts an answer whose body is written by the caller.
     *
     * @param lengthBytes exact length of the body, or -1 for chunked transfer coding
     */
    BodySink respondStreaming(int status, long lengthBytes);

    /** Answers a request without a body, such as HEAD, 204 or 304, whose {@code Content-Length} may be set. */
    void respondEmpty(int status);

    /** Closes the connection without a further byte, so that an incomplete answer is not taken for a complete one. */
    void abort();

    /** Whether the head of the answer has been written. */
    boolean isResponseStarted();

    /**
     * Adds a listener that is called exactly once, on the I/O thread, at the end of the exchange: answered, or closed
     * by either side.
     */
    void onEnd(Runnable listener);

    /** Bytes of the request's body received so far. */
    long requestBytesReceived();

    /** Bytes of the answer's body sent so far. */
    long responseBytesSent();

    /** Runs the task on this exchange's I/O thread, asynchronously. */
    void executeOnIoThread(Runnable task);

    /**
     * Runs the task on a thread that may block. If too many tasks wait, those of the share with most of them are
     * dropped and their clients get {@code SlowDown}.
     *
     * @param share the share that the thread is accounted to; none gets all threads
     * @param dropped runs on the I/O thread before the client is answered so
     */
    void executeBlocking(Object share, Runnable task, Runnable dropped);
}
