package dev.ose.server.platform.transport;

import dev.ose.adapter.http.OutboundProxy;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.fairness.FairQueue;
import io.undertow.UndertowOptions;
import io.undertow.client.ClientCallback;
import io.undertow.client.ClientConnection;
import io.undertow.client.UndertowClient;
import io.undertow.connector.ByteBufferPool;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.XnioIoThread;
import org.xnio.ssl.XnioSsl;

/**
 * Connections to one platform endpoint, limited over all I/O threads together. Each is used on the thread that opened
 * it, so that a request never changes threads.
 *
 * <p>A request takes an idle connection of its own thread, or opens one, or, at the limit of connections or of their
 * memory, closes an idle one of another thread, or waits, bounded in number and time. A connection that becomes free
 * while requests wait serves the tenant with fewest connections: the longest waiting request of its thread, else it is
 * closed and another thread opens one. No tenant exceeds its share of the connections, even if others are free, so that
 * other tenants need not wait for the end of its transfers.
 */
final class ConnectionPool {

    private static final OptionMap CONNECTION_OPTIONS = PlatformTls.complete(OptionMap.builder()
            .set(Options.TCP_NODELAY, true)
            .set(Options.KEEP_ALIVE, true)
            .set(UndertowOptions.ENABLE_HTTP2, false)
            .getMap());

    private final Platform platform;
    private final URI target;
    private final UpstreamSettings settings;
    private final ByteBufferPool buffers;
    private final ConnectionMemory memory;
    private final @Nullable XnioSsl ssl;
    private final UndertowClient client = UndertowClient.getInstance();
    private final ConcurrentHashMap<XnioIoThread, ThreadLocalPool> shards = new ConcurrentHashMap<>();
    private final AtomicInteger open = new AtomicInteger();
    private final LongAdder refused = new LongAdder();
    private final FairQueue<PendingAcquire> queue;

    /** @param routes null if the platform's endpoint is plain HTTP and reached directly */
    ConnectionPool(
            Platform platform, UpstreamSettings settings, TransportBuffers buffers, @Nullable PlatformRoutes routes) {
        this.platform = platform;
        this.settings = settings;
        this.buffers = buffers.connections();
        this.queue =
                new FairQueue<>(settings.pool().maxWaiters(), settings.pool().maxPerTenant());
        URI endpoint = platform.s3Endpoint();
        Optional<OutboundProxy> proxy =
                routes == null ? Optional.empty() : routes.proxies().to(endpoint.getScheme(), endpoint.getHost());
        if (routes != null && proxy.isPresent()) {
            this.ssl = routes.tls()
                    .through(proxy.get(), endpoint, settings.timeouts().connect(), routes.listener());
            this.target = ProxyTunnel.TARGET;
        } else {
            this.ssl = routes == null ? null : routes.tls().ssl();
            this.target = endpoint;
        }
        long tlsBytes = routes == null || ssl == null ? 0 : routes.tls().heldBytes();
        this.memory = new ConnectionMemory(
                buffers.memory().lease(endpoint), buffers.connections().getBufferSize() + tlsBytes);
    }

    /**
     * Finds a connection for the taker. Call on an I/O thread.
     *
     * @param share the share that the connection is accounted to
     * @param fresh whether the connection must be unused
     */
    void take(ConnectionCallback taker, Object share, boolean fresh) {
        shard().take(taker, share, fresh);
    }

    PlatformId platform() {
        return platform.id();
    }

    int openConnections() {
        return open.get();
    }

    int waitingRequests() {
        return queue.waiting();
    }

    long refusedRequests() {
        return refused.sum();
    }

    FairQueue<PendingAcquire> queue() {
        return queue;
    }

    private ThreadLocalPool shard() {
        XnioIoThread thread = XnioIoThread.requireCurrentThread();
        ThreadLocalPool shard = shards.get(thread);
        return shard != null ? shard : shards.computeIfAbsent(thread, owner -> new ThreadLocalPool(this, owner));
    }

    UpstreamSettings settings() {
        return settings;
    }

    void connect(XnioIoThread thread, ClientCallback<ClientConnection> callback) {
        client.connect(callback, target, thread, ssl, buffers, CONNECTION_OPTIONS);
    }

    Failure unreachable() {
        return new Failure.PlatformUnreachable(platform.name());
    }

    Failure busy() {
        refused.increment();
        return new Failure.Busy(settings.pool().maxWait());
    }

    /** Takes a permit to open one more connection, and its memory. */
    boolean acquirePermit() {
        int current = open.get();
        while (current < settings.pool().maxConnections()) {
            if (open.compareAndSet(current, current + 1)) {
                if (memory.take()) {
                    return true;
                }
                open.decrementAndGet();
                return false;
            }
            current = open.get();
        }
        return false;
    }

    private void returnPermit() {
        memory.giveBack();
        open.decrementAndGet();
    }

    /** Returns the permit of a closed connection, and serves waiting requests. */
    void releasePermit() {
        returnPermit();
        serveWaiters();
    }

    boolean isAnyoneWaiting() {
        return queue.waiting() > 0;
    }

    /** Opens connections for waiting requests while permits are left. May be called on any thread. */
    void serveWaiters() {
        while (isAnyoneWaiting() && acquirePermit()) {
            PendingAcquire next = queue.next();
            if (next == null) {
                returnPermit();
                return;
            }
            next.home().connect(next);
        }
    }

    /** Closes an idle connection of another thread, whose permit then serves a waiting request. */
    void stealIdle(ThreadLocalPool forWhom) {
        for (ThreadLocalPool shard : shards.values()) {
            if (shard != forWhom && shard.hasIdle()) {
                shard.closeOneIdle();
                return;
            }
        }
    }
}
