package dev.ose.server.platform.transport;

import dev.ose.adapter.http.OutboundProxy;
import dev.ose.server.platform.Platform;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.fairness.FairQueue;
import io.undertow.UndertowOptions;
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
 * Connections to one platform endpoint: as many as the settings allow over all I/O threads together, each used on the
 * thread that opened it, so that a request never changes threads.
 *
 * <p>A request takes an idle connection of its own thread; or opens one; or, when all are taken but another thread has
 * an idle one, has that one closed in its favour; or waits, bounded in number and time. A connection that becomes free
 * while others wait goes to the tenant that holds fewest: to the longest waiting of its own thread, else it is closed
 * in favour of another thread's. No tenant takes more than its share of all connections, however many are free, so that
 * another one need not wait for the end of its transfers.
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
    private final @Nullable XnioSsl ssl;
    private final UndertowClient client = UndertowClient.getInstance();
    private final ConcurrentHashMap<XnioIoThread, ThreadLocalPool> shards = new ConcurrentHashMap<>();
    private final AtomicInteger open = new AtomicInteger();
    private final LongAdder refused = new LongAdder();
    private final FairQueue<PendingAcquire> queue;

    /** @param routes null if the platform's endpoint is plain HTTP and reached directly */
    ConnectionPool(
            Platform platform, UpstreamSettings settings, ByteBufferPool buffers, @Nullable PlatformRoutes routes) {
        this.platform = platform;
        this.settings = settings;
        this.buffers = buffers;
        this.queue = new FairQueue<>(settings.maxWaiters(), settings.maxPerTenant());
        URI endpoint = platform.s3Endpoint();
        Optional<OutboundProxy> proxy =
                routes == null ? Optional.empty() : routes.proxies().to(endpoint.getScheme(), endpoint.getHost());
        if (routes != null && proxy.isPresent()) {
            this.ssl = routes.tls().through(proxy.get(), endpoint, settings.connectTimeout(), routes.listener());
            this.target = ProxyTunnel.TARGET;
        } else {
            this.ssl = routes == null ? null : routes.tls().ssl();
            this.target = endpoint;
        }
    }

    /**
     * Finds a connection for the taker. Call on an I/O thread.
     *
     * @param share for whom: connections are shared out among those
     * @param fresh whether only a connection that was never used will do
     */
    void take(ConnectionCallback taker, Object share, boolean fresh) {
        shard().take(taker, share, fresh);
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

    void connect(XnioIoThread thread, io.undertow.client.ClientCallback<io.undertow.client.ClientConnection> callback) {
        client.connect(callback, target, thread, ssl, buffers, CONNECTION_OPTIONS);
    }

    Failure unreachable() {
        return new Failure.PlatformUnreachable(platform.name());
    }

    Failure busy() {
        refused.increment();
        return new Failure.Busy(settings.waitTimeout());
    }

    /** Takes the right to open one more connection. */
    boolean acquirePermit() {
        int current = open.get();
        while (current < settings.maxConnections()) {
            if (open.compareAndSet(current, current + 1)) {
                return true;
            }
            current = open.get();
        }
        return false;
    }

    /** Gives the right of a closed connection back, and lets whoever waits for one know. */
    void releasePermit() {
        open.decrementAndGet();
        serveWaiters();
    }

    boolean isAnyoneWaiting() {
        return queue.waiting() > 0;
    }

    /** Has new connections opened for those who wait, as long as there may be more. May be called on any thread. */
    void serveWaiters() {
        while (isAnyoneWaiting() && acquirePermit()) {
            PendingAcquire next = queue.next();
            if (next == null) {
                open.decrementAndGet();
                return;
            }
            next.home().connect(next);
        }
    }

    /** Has another thread close an idle connection, whose permit then serves those who wait. */
    void stealIdle(ThreadLocalPool forWhom) {
        for (ThreadLocalPool shard : shards.values()) {
            if (shard != forWhom && shard.hasIdle()) {
                shard.closeOneIdle();
                return;
            }
        }
    }
}
