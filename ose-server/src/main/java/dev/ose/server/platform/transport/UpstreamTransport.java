package dev.ose.server.platform.transport;

import dev.ose.server.platform.Platform;
import dev.ose.server.transfer.PlatformCall;
import dev.ose.server.transfer.PlatformListener;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformTransport;
import io.undertow.connector.ByteBufferPool;
import java.net.URI;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.xnio.XnioIoThread;

/**
 * Sends requests over Undertow's client on the very I/O thread that the client's request came in on, so that no byte
 * changes threads. One instance per node; thread-safe.
 */
public final class UpstreamTransport implements PlatformTransport {

    private final UpstreamSettings settings;
    private final ByteBufferPool buffers;
    private final @Nullable PlatformRoutes routes;
    private final RequestSigner signer;
    private final Map<URI, ConnectionPool> pools = new ConcurrentHashMap<>();
    private final Map<XnioIoThread, StallDetector> watches = new ConcurrentHashMap<>();

    /** For platforms whose endpoints are plain HTTP. */
    public UpstreamTransport(UpstreamSettings settings, ByteBufferPool buffers, Clock clock) {
        this(settings, buffers, null, clock);
    }

    /**
     * For platforms of either kind.
     *
     * @param routes how they are reached; null for those whose endpoints are plain HTTP and reached directly
     */
    public UpstreamTransport(
            UpstreamSettings settings, ByteBufferPool buffers, @Nullable PlatformRoutes routes, Clock clock) {
        this.settings = settings;
        this.buffers = buffers;
        this.routes = routes;
        this.signer = new RequestSigner(clock);
    }

    @Override
    public PlatformCall send(PlatformRequest request, PlatformListener listener) {
        UpstreamCall call = new UpstreamCall(this, pool(request.platform()), request, listener);
        call.start();
        return call;
    }

    /** Connections open to all platforms together. */
    public int openConnections() {
        return pools.values().stream().mapToInt(ConnectionPool::openConnections).sum();
    }

    /** Requests that wait for a connection now. */
    public int waitingRequests() {
        return pools.values().stream().mapToInt(ConnectionPool::waitingRequests).sum();
    }

    /** Requests that were told to come back, since the start. */
    public long refusedRequests() {
        return pools.values().stream()
                .mapToLong(ConnectionPool::refusedRequests)
                .sum();
    }

    UpstreamSettings settings() {
        return settings;
    }

    ByteBufferPool buffers() {
        return buffers;
    }

    RequestSigner signer() {
        return signer;
    }

    /** The watch of the current I/O thread. */
    StallDetector watch() {
        XnioIoThread thread = XnioIoThread.requireCurrentThread();
        StallDetector watch = watches.get(thread);
        return watch != null ? watch : watches.computeIfAbsent(thread, StallDetector::new);
    }

    private ConnectionPool pool(Platform platform) {
        ConnectionPool pool = pools.get(platform.s3Endpoint());
        return pool != null
                ? pool
                : pools.computeIfAbsent(
                        platform.s3Endpoint(), endpoint -> new ConnectionPool(platform, settings, buffers, routes));
    }
}
