package dev.ose.server.upstream;

import dev.ose.server.failure.Failure;
import io.undertow.client.ClientCallback;
import io.undertow.client.ClientConnection;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.xnio.IoUtils;
import org.xnio.XnioIoThread;

/** One I/O thread's part of a {@link ConnectionPool}. Confined to that thread, but for the two counters. */
final class Shard {

    private static final long SWEEP_MILLIS = 500;

    private final ConnectionPool pool;
    private final XnioIoThread thread;
    private final ArrayDeque<PooledConnection> idle = new ArrayDeque<>();
    private final ArrayDeque<Waiting> waiters = new ArrayDeque<>();
    private final ArrayDeque<Attempt> attempts = new ArrayDeque<>();
    private volatile int idleCount;
    private volatile int waiterCount;

    private record Waiting(ConnectionTaker taker, long deadlineNanos) {}

    Shard(ConnectionPool pool, XnioIoThread thread) {
        this.pool = pool;
        this.thread = thread;
        thread.executeAtInterval(this::sweep, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
    }

    void take(ConnectionTaker taker, boolean fresh) {
        PooledConnection connection = fresh ? null : pollUsable();
        if (connection != null) {
            taker.connected(connection);
        } else if (pool.acquirePermit()) {
            connect(taker);
        } else {
            enqueue(taker);
        }
    }

    /** The idle connection used last: the others get old enough to be closed. */
    private @Nullable PooledConnection pollUsable() {
        long now = System.nanoTime();
        PooledConnection connection;
        while ((connection = idle.pollLast()) != null) {
            idleCount = idle.size();
            if (connection.isOpen() && !connection.isExpired(now, pool.settings())) {
                return connection;
            }
            connection.close();
        }
        return null;
    }

    private void enqueue(ConnectionTaker taker) {
        if (!pool.enterQueue()) {
            taker.failed(pool.busy());
            return;
        }
        waiters.addLast(new Waiting(
                taker, System.nanoTime() + pool.settings().waitTimeout().toNanos()));
        waiterCount = waiters.size();
        // A permit may have come back between the refusal and our entry into the queue: look once more.
        serveWaiters();
        if (waiterCount > 0) {
            pool.stealIdle(this);
        }
    }

    private void serveWaiters() {
        while (!waiters.isEmpty() && pool.acquirePermit()) {
            connect(pollWaiter());
        }
    }

    private ConnectionTaker pollWaiter() {
        Waiting first = waiters.removeFirst();
        waiterCount = waiters.size();
        pool.leaveQueue();
        return first.taker();
    }

    void wakeIfWaiting() {
        if (waiterCount > 0) {
            thread.execute(this::serveWaiters);
        }
    }

    boolean hasIdle() {
        return idleCount > 0;
    }

    /** May be called on any thread. */
    void closeOneIdle() {
        thread.execute(() -> {
            PooledConnection oldest = idle.pollFirst();
            idleCount = idle.size();
            if (oldest != null) {
                oldest.close();
            }
        });
    }

    void release(PooledConnection connection) {
        long now = System.nanoTime();
        connection.becomeIdle(now);
        if (!connection.isOpen() || connection.isExpired(now, pool.settings())) {
            connection.close();
        } else if (!waiters.isEmpty()) {
            pollWaiter().connected(connection);
        } else if (pool.isAnyoneWaiting()) {
            connection.close();
        } else {
            idle.addLast(connection);
            idleCount = idle.size();
        }
    }

    void closed(PooledConnection connection) {
        if (idle.remove(connection)) {
            idleCount = idle.size();
        }
        pool.releasePermit();
    }

    private void connect(ConnectionTaker taker) {
        Attempt attempt = new Attempt(taker);
        attempts.addLast(attempt);
        pool.connect(thread, attempt);
    }

    private void sweep() {
        long now = System.nanoTime();
        while (!idle.isEmpty() && idle.peekFirst().isExpired(now, pool.settings())) {
            PooledConnection oldest = idle.removeFirst();
            idleCount = idle.size();
            oldest.close();
        }
        while (!waiters.isEmpty() && waiters.peekFirst().deadlineNanos() - now < 0) {
            pollWaiter().failed(pool.busy());
        }
        while (!attempts.isEmpty() && attempts.peekFirst().isOver(now)) {
            attempts.removeFirst().expire();
        }
    }

    /** One attempt to connect, which either side may end first: the platform's answer or the time limit. */
    private final class Attempt implements ClientCallback<ClientConnection> {

        private final long deadlineNanos =
                System.nanoTime() + pool.settings().connectTimeout().toNanos();
        private @Nullable ConnectionTaker taker;

        Attempt(ConnectionTaker taker) {
            this.taker = taker;
        }

        boolean isOver(long nowNanos) {
            return taker == null || deadlineNanos - nowNanos < 0;
        }

        void expire() {
            fail(pool.unreachable());
        }

        private void fail(Failure failure) {
            ConnectionTaker waiting = taker;
            taker = null;
            if (waiting != null) {
                pool.releasePermit();
                waiting.failed(failure);
            }
        }

        @Override
        public void completed(ClientConnection connection) {
            ConnectionTaker waiting = taker;
            taker = null;
            if (waiting == null) {
                IoUtils.safeClose(connection);
                return;
            }
            waiting.connected(new PooledConnection(connection, Shard.this, System.nanoTime()));
        }

        @Override
        public void failed(IOException cause) {
            // XNIO may tell of a failure on a thread of its own.
            thread.execute(() -> fail(pool.unreachable()));
        }
    }
}
