package dev.ose.server.database;

import dev.ose.server.runtime.jobs.BackgroundThread;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Whether the database is available: a single state, shared by everything that would wait for a connection. The
 * database is unavailable from the moment a connection cannot be opened because no server answers, until one can be. A
 * single thread tries that, four times a second; nothing else does meanwhile. The resulting rule: <b>no request waits
 * for a connection to a database known to be unavailable.</b> New requests fail at once, and waiting ones are woken. A
 * broken connection triggers a check but proves nothing: a server may close single connections. Thread-safe.
 */
final class Presence implements AutoCloseable {

    private static final Duration RETRY = Duration.ofMillis(250);
    private static final long POLL_SECONDS = 1;

    private final Attempt attempt;
    private final Consumer<Boolean> listener;
    private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();
    private final Semaphore suspicions = new Semaphore(0);
    private final BackgroundThread thread = new BackgroundThread("database-presence", this::watchUntilClosed);
    private volatile boolean isAway;

    /** Opens a connection and closes it. */
    @FunctionalInterface
    interface Attempt {
        void open() throws SQLException;
    }

    /** Supplies a connection; may block. */
    @FunctionalInterface
    interface Source {
        Connection connection() throws SQLException;
    }

    private Presence(Attempt attempt, Consumer<Boolean> listener) {
        this.attempt = attempt;
        this.listener = listener;
    }

    /**
     * Starts watching. Does not block.
     *
     * @param listener receives whether the database is unavailable, on each change; must be quick
     */
    static Presence start(Attempt attempt, Consumer<Boolean> listener) {
        Presence presence = new Presence(attempt, listener);
        presence.thread.start();
        return presence;
    }

    /** Whether the database is known to be unavailable. Never blocks. */
    boolean isAway() {
        return isAway;
    }

    /** Reports that a connection in use broke or timed out, to trigger a check. Never blocks. */
    void suspect() {
        if (suspicions.availablePermits() == 0) {
            suspicions.release();
        }
    }

    /**
     * Returns a connection of the source; fails at once while the database is unavailable, or as soon as it is found to
     * be.
     */
    Connection take(Source source) throws SQLException {
        Waiter waiter = new Waiter(Thread.currentThread());
        waiters.add(waiter);
        try {
            // After the registration: from here on the thread is woken if the database is found to be unavailable.
            requireHere();
            return source.connection();
        } catch (SQLException e) {
            throw isAway ? away() : e;
        } finally {
            waiters.remove(waiter);
            waiter.leave();
        }
    }

    /** Opens a connection for a caller that retries; fails at once while the database is unavailable. */
    Connection open(Source source) throws SQLException {
        requireHere();
        try {
            return source.connection();
        } catch (SQLException e) {
            openFailed(e);
            throw e;
        }
    }

    /**
     * Opens a connection for the pool, which retries at growing intervals: if the database is unavailable, waits here
     * instead, so that a connection is opened as soon as it is available again.
     */
    Connection openWhenHere(Source source) throws SQLException {
        awaitReturn();
        return open(source);
    }

    private synchronized void awaitReturn() throws SQLException {
        while (isAway && !thread.isStopping()) {
            try {
                wait(TimeUnit.SECONDS.toMillis(POLL_SECONDS));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw away();
            }
        }
    }

    private void requireHere() throws SQLException {
        if (isAway) {
            throw away();
        }
    }

    private static SQLException away() {
        return new SQLTransientConnectionException("the database is known to be away", "08001");
    }

    private void openFailed(SQLException e) {
        if (SqlFailures.isAway(e)) {
            note(true);
            waiters.forEach(Waiter::wake);
        }
    }

    private synchronized void note(boolean away) {
        if (isAway != away) {
            isAway = away;
            listener.accept(away);
            notifyAll();
            suspect();
        }
    }

    private void watchUntilClosed() throws InterruptedException {
        while (!thread.isStopping()) {
            if (isAway ? thread.pause(RETRY) : suspicions.tryAcquire(POLL_SECONDS, TimeUnit.SECONDS)) {
                suspicions.drainPermits();
                look();
            }
        }
    }

    private void look() {
        try {
            attempt.open();
            note(false);
        } catch (SQLException e) {
            if (SqlFailures.isAway(e)) {
                openFailed(e);
            } else {
                // The server answers, if only to refuse: open connections may work.
                note(false);
            }
        }
    }

    /** Wakes all waiting threads; blocks for at most ten seconds. */
    @Override
    public void close() {
        thread.stop();
        synchronized (this) {
            notifyAll();
        }
        suspect();
        thread.close();
    }

    /** A thread that waits for a connection. */
    private static final class Waiter {

        private final Thread thread;
        private boolean isWoken;
        private boolean hasLeft;

        Waiter(Thread thread) {
            this.thread = thread;
        }

        synchronized void wake() {
            if (!hasLeft && !isWoken) {
                isWoken = true;
                thread.interrupt();
            }
        }

        /**
         * Ends the registration: afterwards the thread is not interrupted by it, and a pending interrupt is cleared.
         */
        synchronized void leave() {
            hasLeft = true;
            if (isWoken) {
                Thread.interrupted();
            }
        }
    }
}
