package dev.ose.server.http;

import dev.ose.server.transfer.BodySink;
import dev.ose.server.transfer.BodySource;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * One request of a client and the answer to it, past the framing gate. Confined to its I/O thread; only
 * {@link #executeOnIoThread} and {@link #executeBlocking} may be called from anywhere. Text is ISO-8859-1: a
 * {@code char} is a byte as it came or goes.
 *
 * <p>A client that is slower than the minimum rate, a bug thrown by the handler and an overload are answered by this
 * package itself. From then on, as after the end of the exchange, answering and aborting do nothing, sinks and sources
 * throw {@link java.io.IOException}, and whoever waits on one of them is called once more to notice.
 */
public interface ClientExchange {

    String method();

    /** The path of the request target, exactly as received. */
    String rawPath();

    /** The query of the request target without its {@code ?}, exactly as received; empty if there is none. */
    String rawQuery();

    /** {@code http} or {@code https}, as the client's side of this node's listener speaks it. */
    String scheme();

    InetSocketAddress peer();

    /** The values of a header in the order of arrival; empty if it was not sent. */
    List<String> requestHeaders(String lowerCaseName);

    /** Walks over all request headers: lower-case name and value. */
    void forEachRequestHeader(BiConsumer<String, String> action);

    /** Declared length of the body in bytes; 0 without a body, -1 if it comes in chunks. */
    long requestLength();

    /**
     * The request's body. The first read answers {@code Expect: 100-continue}, so do not read before the request may
     * go ahead.
     */
    BodySource requestBody();

    /**
     * Sets a header of the answer, replacing earlier values.
     *
     * @throws IllegalArgumentException if it has CR, LF, NUL or anything beyond ISO-8859-1
     */
    void setResponseHeader(String name, String value);

    /** Answers with a whole small body, and takes care of a request body that was not read. */
    void respond(int status, byte[] body);

    /**
     * Starts an answer whose body is written by the caller.
     *
     * @param lengthBytes exact length of the body, or -1 to send it in chunks
     */
    BodySink respondStreaming(int status, long lengthBytes);

    /** Answers a request without a body, such as HEAD, 204 or 304, whose {@code Content-Length} may be told. */
    void respondEmpty(int status);

    /** Cuts the connection without a further byte: the only honest end of an answer that cannot be completed. */
    void abort();

    /** Whether the head of the answer has been written. */
    boolean isResponseStarted();

    /**
     * Adds a listener that is called, on the I/O thread and exactly once, when the exchange is over: answered, or cut
     * by either side.
     */
    void onEnd(Runnable listener);

    /** Bytes of the request's body received so far. */
    long requestBytesReceived();

    /** Bytes of the answer's body sent so far. */
    long responseBytesSent();

    /** Runs the task on this exchange's I/O thread, soon. */
    void executeOnIoThread(Runnable task);

    /**
     * Runs the task on a thread that may block. If too many wait for one, those of the share that has most of them are
     * dropped, and their clients told to slow down.
     *
     * @param share on whose account: nobody gets all such threads
     * @param dropped is run on the I/O thread before a client is told so
     */
    void executeBlocking(Object share, Runnable task, Runnable dropped);
}
