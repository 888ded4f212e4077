package dev.ose.server.upstream;

import dev.ose.server.failure.Failure;
import dev.ose.server.tenancy.Platform;
import io.undertow.UndertowOptions;
import io.undertow.client.UndertowClient;
import io.undertow.connector.ByteBufferPool;
import java.net.URI;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
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
 * while others wait goes to the longest waiting of its own thread, else it is closed in favour of another thread's.
 */
final class ConnectionPool {

    private static final OptionMap CONNECTION_OPTIONS = PlatformTls.complete(OptionMap.builder()
            .set(Options.TCP_NODELAY, true)
            .set(Options.KEEP_ALIVE, true)
            .set(UndertowOptions.ENABLE_HTTP2, false)
            .getMap());

    private final Platform platform;
    private final URI endpoint;
    private final UpstreamSettings settings;
    private final ByteBufferPool buffers;
    private final @Nullable XnioSsl ssl;
    private final UndertowClient client = UndertowClient.getInstance();
    private final ConcurrentHashMap<XnioIoThread, Shard> shards = new ConcurrentHashMap<>();
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger waiting = new AtomicInteger();

    ConnectionPool(Platform platform, UpstreamSettings settings, ByteBufferPool buffers, @Nullable PlatformTls tls) {
        this.platform = platform;
        this.endpoint = platform.s3Endpoint();
        this.settings = settings;
        this.buffers = buffers;
        this.ssl = tls == null ? null : tls.ssl();
    }

    /**
     * Finds a connection for the taker. Call on an I/O thread.
     *
     * @param fresh whether only a connection that was never used will do
     */
    void take(ConnectionTaker taker, boolean fresh) {
        shard().take(taker, fresh);
    }

    int openConnections() {
        return open.get();
    }

    int waitingRequests() {
        return waiting.get();
    }

    private Shard shard() {
        XnioIoThread thread = XnioIoThread.requireCurrentThread();
        Shard shard = shards.get(thread);
        return shard != null ? shard : shards.computeIfAbsent(thread, owner -> new Shard(this, owner));
    }

    UpstreamSettings settings() {
        return settings;
    }

    void connect(XnioIoThread thread, io.undertow.client.ClientCallback<io.undertow.client.ClientConnection> callback) {
        client.connect(callback, endpoint, thread, ssl, buffers, CONNECTION_OPTIONS);
    }

    Failure unreachable() {
        return new Failure.PlatformUnreachable(platform.name());
    }

    Failure busy() {
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
        wakeWaiters();
    }

    boolean enterQueue() {
        if (waiting.incrementAndGet() > settings.maxWaiters()) {
            waiting.decrementAndGet();
            return false;
        }
        return true;
    }

    void leaveQueue() {
        waiting.decrementAndGet();
    }

    boolean isAnyoneWaiting() {
        return waiting.get() > 0;
    }

    private void wakeWaiters() {
        if (isAnyoneWaiting()) {
            for (Shard shard : shards.values()) {
                shard.wakeIfWaiting();
            }
        }
    }

    /** Has another thread close an idle connection, whose permit then serves those who wait. */
    void stealIdle(Shard forWhom) {
        for (Shard shard : shards.values()) {
            if (shard != forWhom && shard.hasIdle()) {
                shard.closeOneIdle();
                return;
            }
        }
    }
}
