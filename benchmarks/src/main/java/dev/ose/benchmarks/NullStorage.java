package dev.ose.benchmarks;

import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.connector.PooledByteBuffer;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import io.undertow.util.HttpString;
import io.undertow.util.SameThreadExecutor;
import io.undertow.util.StatusCodes;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.xnio.IoUtils;
import org.xnio.channels.StreamSourceChannel;

/**
 * Storage that costs next to nothing: answers every read with bytes from memory and discards every write. Implements as
 * much of S3 as a load needs. Refuses requests without a signature, but does not verify it.
 */
public final class NullStorage implements AutoCloseable {

    private static final String HOST = "127.0.0.1";
    private static final String ETAG = "\"9e107d9d372bb6826bd81d3542a419d6\"";
    private static final String LAST_MODIFIED = "Sat, 21 Nov 2026 00:00:00 GMT";
    private static final HttpString REQUEST_ID = new HttpString("x-amz-request-id");

    private final Undertow server;
    private final Duration delay;
    private final Map<Integer, ByteBuffer> contents = new ConcurrentHashMap<>();
    private final Map<Integer, byte[]> listings = new ConcurrentHashMap<>();

    private NullStorage(int threads, @Nullable Certificate certificate, Duration delay) {
        this.delay = delay;
        Undertow.Builder builder = Undertow.builder();
        server = (certificate == null
                        ? builder.addHttpListener(0, HOST)
                        : builder.addHttpsListener(0, HOST, certificate.server()))
                .setIoThreads(threads)
                .setWorkerThreads(1)
                .setServerOption(UndertowOptions.DECODE_URL, false)
                .setServerOption(UndertowOptions.MAX_ENTITY_SIZE, -1L)
                .setServerOption(UndertowOptions.ALWAYS_SET_KEEP_ALIVE, false)
                .setHandler(delay.isZero() ? this::handle : this::handleLater)
                .build();
    }

    /**
     * Starts it on a port of its own.
     *
     * @param certificate null to speak plain HTTP
     */
    public static NullStorage start(int threads, @Nullable Certificate certificate) {
        return start(threads, certificate, Duration.ZERO);
    }

    /**
     * Starts it on a port of its own.
     *
     * @param certificate null to speak plain HTTP
     * @param delay from the head of a request to its answer; whole milliseconds
     */
    static NullStorage start(int threads, @Nullable Certificate certificate, Duration delay) {
        NullStorage sink = new NullStorage(threads, certificate, delay);
        sink.server.start();
        return sink;
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return (InetSocketAddress) server.getListenerInfo().getFirst().getAddress();
    }

    /** The same as a URI. */
    public URI endpoint() {
        return URI.create(server.getListenerInfo().getFirst().getProtcol() + "://" + HOST + ':'
                + address().getPort());
    }

    private void handleLater(HttpServerExchange exchange) {
        exchange.dispatch(SameThreadExecutor.INSTANCE, () -> exchange.getIoThread()
                .executeAfter(() -> handle(exchange), delay.toMillis(), TimeUnit.MILLISECONDS));
    }

    private void handle(HttpServerExchange exchange) {
        HeaderMap headers = exchange.getResponseHeaders();
        headers.put(REQUEST_ID, "0");
        String authorization = exchange.getRequestHeaders().getFirst(Headers.AUTHORIZATION);
        if (authorization == null || !authorization.startsWith("AWS4-HMAC-SHA256 ")) {
            exchange.setStatusCode(StatusCodes.FORBIDDEN).endExchange();
            return;
        }
        switch (exchange.getRequestMethod().toString()) {
            case "GET", "HEAD" -> {
                Map<String, Deque<String>> query = exchange.getQueryParameters();
                if (query.containsKey("max-keys")) {
                    list(exchange, Integer.parseInt(query.get("max-keys").getFirst()));
                } else if (query.containsKey("versioning")) {
                    // Without versions: a node that cannot know verifies each object after its upload.
                    sendDocument(exchange, LoadDocuments.UNVERSIONED);
                } else {
                    send(exchange, headers);
                }
            }
            case "POST" ->
                exchange.getRequestReceiver()
                        .receiveFullBytes((answered, body) -> sendDocument(answered, LoadDocuments.deleted(body)));
            case "PUT" -> exchange.dispatch(() -> new Discarding(exchange).begin());
            default -> exchange.setStatusCode(StatusCodes.NOT_IMPLEMENTED).endExchange();
        }
    }

    private void send(HttpServerExchange exchange, HeaderMap headers) {
        int length = Content.lengthAt(exchange.getRequestURI());
        headers.put(Headers.ETAG, ETAG);
        headers.put(Headers.LAST_MODIFIED, LAST_MODIFIED);
        headers.put(Headers.CONTENT_TYPE, "application/octet-stream");
        headers.put(Headers.ACCEPT_RANGES, "bytes");
        headers.put(Headers.CONTENT_LENGTH, length);
        if (exchange.getRequestMethod().equalToString("GET")) {
            exchange.getResponseSender()
                    .send(contents.computeIfAbsent(length, Content::bytes).duplicate());
        }
    }

    private void list(HttpServerExchange exchange, int objects) {
        sendDocument(exchange, listings.computeIfAbsent(objects, LoadDocuments::listing));
    }

    private static void sendDocument(HttpServerExchange exchange, byte[] document) {
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, "application/xml");
        exchange.getResponseSender().send(ByteBuffer.wrap(document));
    }

    @Override
    public void close() {
        server.stop();
    }

    /** Reads a body to its end and answers 200. */
    private static final class Discarding {

        private final HttpServerExchange exchange;
        private final StreamSourceChannel body;
        private final PooledByteBuffer pooled;

        Discarding(HttpServerExchange exchange) {
            this.exchange = exchange;
            this.body = exchange.getRequestChannel();
            this.pooled = exchange.getConnection().getByteBufferPool().allocate();
        }

        void begin() {
            body.getReadSetter().set(ready -> read());
            exchange.getIoThread().execute(this::read);
        }

        private void read() {
            ByteBuffer buffer = pooled.getBuffer();
            try {
                int bytes;
                do {
                    buffer.clear();
                    bytes = body.read(buffer);
                } while (bytes > 0);
                if (bytes == 0) {
                    body.resumeReads();
                    return;
                }
                pooled.close();
                exchange.getResponseHeaders().put(Headers.ETAG, ETAG);
                exchange.endExchange();
            } catch (IOException e) {
                pooled.close();
                IoUtils.safeClose(exchange.getConnection());
            }
        }
    }
}
