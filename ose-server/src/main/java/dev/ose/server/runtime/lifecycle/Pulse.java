package dev.ose.server.runtime.lifecycle;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Liveness of the threads that the node cannot serve without, which distinguishes a busy node from a hung one. Each
 * such thread beats at {@link #INTERVAL}; none of its tasks may take longer than milliseconds. A thread without a beat
 * for {@link #HANGS} does not serve its connections any more, and only a restart of the node helps. Thread-safe; never
 * blocks.
 */
public final class Pulse {

    /** The interval of beats. */
    public static final Duration INTERVAL = Duration.ofSeconds(1);

    /**
     * A thread without a beat for this time counts as hung; a pause of the whole process ends with the first beat after
     * it.
     */
    public static final Duration HANGS = Duration.ofSeconds(10);

    private final Set<Beat> beats = ConcurrentHashMap.newKeySet();
    private final LongSupplier nanoTime;

    /** @param nanoTime a clock like {@link System#nanoTime} */
    public Pulse(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Registers a thread until the result is closed; {@link Beat#run} must be called on that thread. */
    public Beat begin() {
        Beat beat = new Beat(nanoTime.getAsLong());
        beats.add(beat);
        return beat;
    }

    /** The longest time since the last beat of any thread; zero without threads. */
    public Duration stillness() {
        long now = nanoTime.getAsLong();
        long longest =
                beats.stream().mapToLong(beat -> now - beat.lastNanos).max().orElse(0);
        return Duration.ofNanos(Math.max(0, longest));
    }

    /** Whether no thread is hung. */
    public boolean isBeating() {
        return stillness().compareTo(HANGS) < 0;
    }

    /** The beat of one thread. */
    public final class Beat implements Runnable, AutoCloseable {

        private volatile long lastNanos;

        private Beat(long nowNanos) {
            this.lastNanos = nowNanos;
        }

        @Override
        public void run() {
            lastNanos = nanoTime.getAsLong();
        }

        /** Unregisters a thread that ends as intended. */
        @Override
        public void close() {
            beats.remove(this);
        }
    }
}
