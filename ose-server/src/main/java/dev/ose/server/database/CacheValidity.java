package dev.ose.server.database;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Knows when this node's memory was last in step with the database, and for how long after that it may be used. Safe for
 * use by several threads.
 */
public final class CacheValidity {

    /** How long known identities and buckets go on working while the database is away. */
    public static final Duration LIMIT = Duration.ofMinutes(15);

    private final LongSupplier nanoTime;
    private volatile long inStepAt;

    /**
     * Starts out of step.
     *
     * @param nanoTime a clock as {@link System#nanoTime}
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

    /** Whether what was read then may still be used. */
    boolean vouchesFor(long readAt) {
        long goodAt = Math.max(readAt - inStepAt, 0) + inStepAt;
        return nanos() - goodAt <= LIMIT.toNanos();
    }

    /** For how long changes may have gone unnoticed: under a second while the database answers. */
    public Duration lag() {
        return Duration.ofNanos(nanos() - inStepAt);
    }
}
