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
 * Whether the database is there: one fact, shared by all that would wait for a connection. The database is away from the moment
 * a connection cannot be opened, for want of a server that answers, until one can be. One thread tries that, four times a second;
 * nothing else does meanwhile. The rule that follows: <b>no request waits for a connection that is known to be away.</b> Requests
 * that come are refused at once, and those that wait already are woken. A connection that breaks is a reason to try, and no proof:
 * a server ends single ones, too. Thread-safe.
 */
final class Presence implements AutoCloseable {

    private static final Duration RETRY = Duration.ofMillis(250);
    private static final long POLL_SECONDS = 1;

    private final Attempt attempt;
    private final Consumer<Boolean> told;
    private final Set<Waiter> waiters = ConcurrentHashMap.newKeySet();
    private final Semaphore suspicions = new Semaphore(0);
    private final BackgroundThread thread = new BackgroundThread("database-presence", this::watchUntilClosed);
    private volatile boolean isAway;

    /** Opens a connection of its own and closes it. */
    @FunctionalInterface
    interface Attempt {
        void open() throws SQLException;
    }

    /** Gives a connection, for which it may wait. */
    @FunctionalInterface
    interface Source {
        Connection connection() throws SQLException;
    }

    private Presence(Attempt attempt, Consumer<Boolean> told) {
        this.attempt = attempt;
        this.told = told;
    }

    /**
     * Starts watching. Does not block.
     *
     * @param told is told whether the database is away, each time that changes; must be quick
     */
    static Presence start(Attempt attempt, Consumer<Boolean> told) {
        Presence presence = new Presence(attempt, told);
        presence.thread.start();
        return presence;
    }

    /** Whether the database is known to be away. Never blocks. */
    boolean isAway() {
        return isAway;
    }

    /** A connection that was in use broke, or stayed silent for too long: the presence is checked. Never blocks. */
    void suspect() {
        if (suspicions.availablePermits() == 0) {
            suspicions.release();
        }
    }

    /** A connection of the source; refuses at once while the database is away, or as soon as it is found to be. */
    Connection take(Source source) throws SQLException {
        Waiter waiter = new Waiter(Thread.currentThread());
        waiters.add(waiter);
        try {
            // Behind the entry: the thread is woken if the database is found to be away from here on.
            requireHere();
            return source.connection();
        } catch (SQLException e) {
            throw isAway ? away() : e;
        } finally {
            waiters.remove(waiter);
            waiter.leave();
        }
    }

    /** Opens a new connection for a caller that tries again; refuses at once while the database is away. */
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
     * Opens a new connection for the pool, which tries again at longer and longer intervals: where the database is away, it waits
     * here instead, so that it opens one as soon as the database is back.
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
            told.accept(away);
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
                // It answers, if only to refuse: what connections there are may serve.
                note(false);
            }
        }
    }

    /** Wakes all who wait; blocks for at most ten seconds. */
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

        /** From here on nothing interrupts the thread, and nothing has. */
        synchronized void leave() {
            hasLeft = true;
            if (isWoken) {
                Thread.interrupted();
            }
        }
    }
}
