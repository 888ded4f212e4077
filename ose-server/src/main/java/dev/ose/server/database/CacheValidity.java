package dev.ose.server.database;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Records when this node's caches were last known to be up to date, and limits for how long after that they may be
 * used. Thread-safe.
 */
public final class CacheValidity {

    /** The time for which cached identities and buckets remain usable while the database is unavailable. */
    public static final Duration LIMIT = Duration.ofMinutes(15);

    private final LongSupplier nanoTime;
    private volatile long inStepAt;

    /**
     * Starts out of date.
     *
     * @param nanoTime a clock like {@link System#nanoTime}
     */
    public CacheValidity(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.inStepAt = nanoTime.getAsLong() - LIMIT.toNanos();
    }

    long nanos() {
        return nanoTime.getAsLong();
    }

    /** Every change up to {@code nanos} has been applied. */
    void inStepAt(long nanos) {
        inStepAt = nanos;
    }

    /** Whether a value read at that time may still be used. */
    boolean vouchesFor(long readAt) {
        long goodAt = Math.max(readAt - inStepAt, 0) + inStepAt;
        return nanos() - goodAt <= LIMIT.toNanos();
    }

    /** The time for which changes may have gone unnoticed: less than a second while the database is available. */
    public Duration lag() {
        return Duration.ofNanos(nanos() - inStepAt);
    }
}
