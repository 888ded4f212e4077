package dev.ose.postgres;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The end of a waiting time. */
final class StartDeadline {

    private static final long POLL_NANOS = Duration.ofMillis(10).toNanos();

    private final long endNanos;

    private StartDeadline(long endNanos) {
        this.endNanos = endNanos;
    }

    static StartDeadline in(Duration duration) {
        return new StartDeadline(System.nanoTime() + duration.toNanos());
    }

    /** Polls until the condition holds; false if the time is over or the thread was interrupted. */
    boolean await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (!pause()) {
                return false;
            }
        }
        return true;
    }

    /** Waits one polling interval; returns false immediately if the time is over or the thread was interrupted. */
    boolean pause() {
        if (remaining().isZero() || Thread.currentThread().isInterrupted()) {
            return false;
        }
        LockSupport.parkNanos(this, POLL_NANOS);
        return true;
    }

    /** The remaining time, never negative. */
    Duration remaining() {
        return Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
    }

    /** The remaining time in whole seconds, at least one: the unit of {@code pg_ctl -t}. */
    long remainingSeconds() {
        return Math.max(1, remaining().toSeconds());
    }
}
