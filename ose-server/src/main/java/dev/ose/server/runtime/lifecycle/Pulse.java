package dev.ose.server.runtime.lifecycle;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Whether the threads move that the node cannot serve without, which is how a node that is busy is told from one that hangs. Each such
 * thread beats at {@link #INTERVAL}; none of its tasks may take longer than milliseconds. A thread that has not beaten for
 * {@link #HANGS} does not serve its connections any more, and only another start of the node helps. Thread-safe; asking it never
 * blocks.
 */
public final class Pulse {

    /** How often a thread beats. */
    public static final Duration INTERVAL = Duration.ofSeconds(1);

    /** After this silence a thread is taken to hang; a pause of the whole process is over with the first beat after it. */
    public static final Duration HANGS = Duration.ofSeconds(10);

    private final Set<Beat> beats = ConcurrentHashMap.newKeySet();
    private final LongSupplier nanoTime;

    /** @param nanoTime as {@link System#nanoTime} */
    public Pulse(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** A thread that beats from now on until it is closed; {@link Beat#run} is to be called on that thread. */
    public Beat begin() {
        Beat beat = new Beat(nanoTime.getAsLong());
        beats.add(beat);
        return beat;
    }

    /** How long the thread that moved least recently has not moved; zero without threads. */
    public Duration stillness() {
        long now = nanoTime.getAsLong();
        long longest =
                beats.stream().mapToLong(beat -> now - beat.lastNanos).max().orElse(0);
        return Duration.ofNanos(Math.max(0, longest));
    }

    /** Whether all threads move. */
    public boolean isBeating() {
        return stillness().compareTo(HANGS) < 0;
    }

    /** One thread. */
    public final class Beat implements Runnable, AutoCloseable {

        private volatile long lastNanos;

        private Beat(long nowNanos) {
            this.lastNanos = nowNanos;
        }

        @Override
        public void run() {
            lastNanos = nanoTime.getAsLong();
        }

        /** The thread ends as it should. */
        @Override
        public void close() {
            beats.remove(this);
        }
    }
}
