package dev.ose.server.platform.transport;

import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.transfer.PlatformCall;
import dev.ose.server.transfer.PlatformListener;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformTransport;
import java.net.URI;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.xnio.XnioIoThread;

/**
 * Sends requests with Undertow's client on the I/O thread of the client's request, so that no byte changes threads. One
 * instance per node; thread-safe.
 */
public final class UpstreamTransport implements PlatformTransport {

    private final UpstreamSettings settings;
    private final TransportBuffers buffers;
    private final @Nullable PlatformRoutes routes;
    private final RequestSigner signer;
    private final Map<URI, ConnectionPool> pools = new ConcurrentHashMap<>();
    private final Map<XnioIoThread, StallDetector> watches = new ConcurrentHashMap<>();

    /** For platforms whose endpoints are plain HTTP. */
    public UpstreamTransport(UpstreamSettings settings, TransportBuffers buffers, Clock clock) {
        this(settings, buffers, null, clock);
    }

    /**
     * @param routes TLS and proxies; null if all endpoints are plain HTTP without a proxy
     */
    public UpstreamTransport(
            UpstreamSettings settings, TransportBuffers buffers, @Nullable PlatformRoutes routes, Clock clock) {
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

    /** The number of open connections to all platforms. */
    public int openConnections() {
        return pools.values().stream().mapToInt(ConnectionPool::openConnections).sum();
    }

    /** The number of open connections to a platform. */
    public int openConnections(PlatformId platform) {
        return poolsOf(platform).mapToInt(ConnectionPool::openConnections).sum();
    }

    /** The number of requests that wait for a connection to a platform. */
    public int waitingRequests(PlatformId platform) {
        return poolsOf(platform).mapToInt(ConnectionPool::waitingRequests).sum();
    }

    /** The number of requests to a platform that were refused with {@code Busy}, since the start. */
    public long refusedRequests(PlatformId platform) {
        return poolsOf(platform).mapToLong(ConnectionPool::refusedRequests).sum();
    }

    private Stream<ConnectionPool> poolsOf(PlatformId platform) {
        return pools.values().stream().filter(pool -> pool.platform().equals(platform));
    }

    /** The number of requests that wait for a connection. */
    public int waitingRequests() {
        return pools.values().stream().mapToInt(ConnectionPool::waitingRequests).sum();
    }

    UpstreamSettings settings() {
        return settings;
    }

    TransportBuffers buffers() {
        return buffers;
    }

    RequestSigner signer() {
        return signer;
    }

    /** The detector of the current I/O thread. */
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
