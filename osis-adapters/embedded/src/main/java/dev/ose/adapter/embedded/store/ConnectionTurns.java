package dev.ose.adapter.embedded.store;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Bounds how many requests use a connection of the node's pool at a time, and lets the others wait in turn for longer
 * than the pool does. The pool refuses a request that waits for some seconds, and all requests that the node lets
 * through may come at once; and the node, which answers nothing without a connection of its own, must find one.
 * Thread-safe.
 */
final class ConnectionTurns {

    /** Half of the node's connections by default. */
    static final int MAX = 10;

    /** SQLSTATE of too many connections. */
    private static final String TOO_MANY = "53300";

    private final Semaphore free = new Semaphore(MAX, true);
    private final Duration patience;

    /** Whether this thread has its turn: work within work uses it. */
    private final ThreadLocal<Boolean> isMine = ThreadLocal.withInitial(() -> false);

    ConnectionTurns(Duration patience) {
        this.patience = patience;
    }

    /** Work that may fail with an error of the database. */
    @FunctionalInterface
    interface Work<T> {

        T run() throws SQLException;
    }

    /**
     * Runs work when it is its turn. Blocks.
     *
     * @throws SQLTransientConnectionException if its turn does not come in time
     */
    <T> T take(Work<T> work) throws SQLException {
        if (isMine.get()) {
            return work.run();
        }
        await();
        isMine.set(true);
        try {
            return work.run();
        } finally {
            isMine.remove();
            free.release();
        }
    }

    private void await() throws SQLException {
        try {
            if (!free.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new SQLTransientConnectionException("other requests hold all connections", TOO_MANY);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SQLTransientConnectionException("interrupted in the wait for a connection", TOO_MANY, e);
        }
    }
}
