package dev.ose.server.platform.transport;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.fairness.FairQueue.Turn;
import io.undertow.client.ClientCallback;
import io.undertow.client.ClientConnection;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.xnio.IoUtils;
import org.xnio.XnioIoThread;

/** One I/O thread's part of a {@link ConnectionPool}. Confined to that thread except where stated. */
final class ThreadLocalPool {

    private static final long SWEEP_MILLIS = 500;

    private final ConnectionPool pool;
    private final XnioIoThread thread;
    private final ArrayDeque<PooledConnection> idle = new ArrayDeque<>();
    private final ArrayDeque<Attempt> attempts = new ArrayDeque<>();
    private volatile int idleCount;

    ThreadLocalPool(ConnectionPool pool, XnioIoThread thread) {
        this.pool = pool;
        this.thread = thread;
        thread.executeAtInterval(this::sweep, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
    }

    void take(ConnectionCallback taker, Object share, boolean fresh) {
        if (pool.isAnyoneWaiting() || !pool.queue().lend(share)) {
            enqueue(taker, share);
            return;
        }
        PooledConnection connection = fresh ? null : pollUsable();
        if (connection != null) {
            hand(connection, taker, share);
        } else if (pool.acquirePermit()) {
            connect(taker, share);
        } else {
            pool.queue().giveBack(share);
            enqueue(taker, share);
        }
    }

    private static void hand(PooledConnection connection, ConnectionCallback taker, Object share) {
        connection.lendTo(share);
        taker.connected(connection);
    }

    /** The most recently used idle connection, so that others reach the idle timeout. */
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

    private void enqueue(ConnectionCallback taker, Object share) {
        PendingAcquire newcomer = new PendingAcquire(this, taker, share, System.nanoTime());
        PendingAcquire out = pool.queue().enter(newcomer);
        if (newcomer.equals(out)) {
            taker.failed(pool.busy());
            return;
        }
        if (out != null) {
            out.home().refuse(out);
        }
        // A connection may have become free between the refusal and the entry into the queue: check again.
        lendIdle();
        pool.serveWaiters();
        if (pool.queue().hasEligibleWaiter()) {
            pool.stealIdle(this);
        }
    }

    /** Gives idle connections to the next waiting requests of this thread. */
    private void lendIdle() {
        PooledConnection connection = pool.isAnyoneWaiting() ? pollUsable() : null;
        while (connection != null) {
            if (!(next() instanceof Turn.Here<PendingAcquire>(PendingAcquire waiter))) {
                keep(connection);
                return;
            }
            hand(connection, waiter.taker(), waiter.share());
            connection = pool.isAnyoneWaiting() ? pollUsable() : null;
        }
    }

    private Turn<PendingAcquire> next() {
        return pool.queue()
                .next(
                        waiter -> waiter.home() == this,
                        System.nanoTime() - pool.settings().pool().maxWait().toNanos() / 2);
    }

    /** Fails the waiter with {@code Busy}. May be called on any thread. */
    void refuse(PendingAcquire waiter) {
        thread.execute(() -> waiter.taker().failed(pool.busy()));
    }

    /**
     * Opens a connection for the waiter, which holds a permit and is counted as its holder. May be called on any
     * thread.
     */
    void connect(PendingAcquire waiter) {
        if (Thread.currentThread().equals(thread)) {
            connect(waiter.taker(), waiter.share());
        } else {
            thread.execute(() -> connect(waiter.taker(), waiter.share()));
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
        returned(connection);
        if (!connection.isOpen() || connection.isExpired(now, pool.settings())) {
            connection.close();
        } else if (pool.isAnyoneWaiting()) {
            passOn(connection);
        } else {
            keep(connection);
            // A request that arrived in between may have looked for an idle connection before this one became idle.
            if (pool.isAnyoneWaiting() && idle.remove(connection)) {
                idleCount = idle.size();
                passOn(connection);
            }
        }
    }

    private void passOn(PooledConnection connection) {
        switch (next()) {
            case Turn.Here<PendingAcquire>(PendingAcquire waiter) -> hand(connection, waiter.taker(), waiter.share());
            case Turn.Elsewhere<PendingAcquire> _ -> connection.close();
            case Turn.None<PendingAcquire> _ -> keep(connection);
        }
    }

    private void keep(PooledConnection connection) {
        idle.addLast(connection);
        idleCount = idle.size();
    }

    private void returned(PooledConnection connection) {
        Object share = connection.takeBack();
        if (share != null) {
            pool.queue().giveBack(share);
        }
    }

    void closed(PooledConnection connection) {
        if (idle.remove(connection)) {
            idleCount = idle.size();
        }
        returned(connection);
        pool.releasePermit();
    }

    private void connect(ConnectionCallback taker, Object share) {
        Attempt attempt = new Attempt(taker, share);
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
        pool.queue()
                .leaveSince(now - pool.settings().pool().maxWait().toNanos())
                .forEach(waiter -> waiter.home().refuse(waiter));
        while (!attempts.isEmpty() && attempts.peekFirst().isOver(now)) {
            attempts.removeFirst().expire();
        }
    }

    /** One attempt to connect, ended by the platform or by the time limit, whichever is first. */
    private final class Attempt implements ClientCallback<ClientConnection> {

        private final long deadlineNanos =
                System.nanoTime() + pool.settings().timeouts().connect().toNanos();
        private final Object share;
        private @Nullable ConnectionCallback taker;

        Attempt(ConnectionCallback taker, Object share) {
            this.taker = taker;
            this.share = share;
        }

        boolean isOver(long nowNanos) {
            return taker == null || deadlineNanos - nowNanos < 0;
        }

        void expire() {
            fail(pool.unreachable());
        }

        private void fail(Failure failure) {
            ConnectionCallback waiting = taker;
            taker = null;
            if (waiting != null) {
                pool.queue().giveBack(share);
                pool.releasePermit();
                waiting.failed(failure);
            }
        }

        @Override
        public void completed(ClientConnection connection) {
            ConnectionCallback waiting = taker;
            taker = null;
            if (waiting == null) {
                IoUtils.safeClose(connection);
                return;
            }
            hand(new PooledConnection(connection, ThreadLocalPool.this, System.nanoTime()), waiting, share);
        }

        @Override
        public void failed(IOException cause) {
            // XNIO may report a failure on another thread.
            thread.execute(() -> fail(pool.unreachable()));
        }
    }
}
