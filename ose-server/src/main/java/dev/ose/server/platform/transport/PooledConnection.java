package dev.ose.server.platform.transport;

import io.undertow.client.ClientConnection;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.xnio.IoUtils;
import org.xnio.channels.StreamSinkChannel;

/** An open connection to a platform. Confined to its I/O thread. */
final class PooledConnection {

    private final ClientConnection connection;
    private final ThreadLocalPool shard;
    private final long openedNanos;
    private long idleSinceNanos;
    private boolean used;
    private @Nullable Object holder;
    private @Nullable StreamSinkChannel body;

    PooledConnection(ClientConnection connection, ThreadLocalPool shard, long nowNanos) {
        this.connection = connection;
        this.shard = shard;
        this.openedNanos = nowNanos;
        this.idleSinceNanos = nowNanos;
        connection.addCloseListener(closed -> shard.closed(this));
    }

    ClientConnection connection() {
        return connection;
    }

    /** Sets the share that holds it. */
    void lendTo(Object share) {
        holder = share;
    }

    /** Clears the holder; returns it, or null if there was none. */
    @Nullable
    Object takeBack() {
        Object share = holder;
        holder = null;
        return share;
    }

    /** Whether it served a request before, so that the platform may have closed it in the meantime. */
    boolean isReused() {
        return used;
    }

    boolean isOpen() {
        return connection.isOpen();
    }

    boolean isExpired(long nowNanos, UpstreamSettings settings) {
        return nowNanos - idleSinceNanos > settings.pool().maxIdle().toNanos()
                || nowNanos - openedNanos > settings.pool().maxAge().toNanos();
    }

    void becomeIdle(long nowNanos) {
        used = true;
        idleSinceNanos = nowNanos;
    }

    /** Returns the connection to the pool after a complete exchange. */
    void release() {
        shard.release(this);
    }

    /** Marks a request's body as being sent. */
    void sends(StreamSinkChannel channel) {
        body = channel;
    }

    /** Marks the body as sent completely. */
    void sent() {
        body = null;
    }

    /**
     * Closes the connection. An incomplete body is truncated first: Undertow would terminate it on close, and a chunked
     * one would look complete.
     */
    void close() {
        IoUtils.safeClose(body);
        body = null;
        IoUtils.safeClose(connection);
    }

    @Override
    public String toString() {
        return connection.getPeerAddress() + " idle since "
                + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - idleSinceNanos) + " ms";
    }
}
