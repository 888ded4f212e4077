package dev.ose.server.runtime.jobs;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A thread for work that continues until it is stopped. Thread-safe. */
public final class BackgroundThread implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final CountDownLatch stopping = new CountDownLatch(1);
    private final Thread thread;

    /**
     * Creates the thread; {@link #start} begins the work.
     *
     * @param work must return soon after {@link #pause} or {@link #isStopping} signals the stop; an interruption ends
     *     it as well
     */
    public BackgroundThread(String name, Work work) {
        thread = Thread.ofVirtual().name(name).unstarted(() -> {
            try {
                work.run();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** Begins the work; to be called once. Does not block. */
    public void start() {
        thread.start();
    }

    /** Waits that long, or until the stop; returns true if the work is to continue. */
    public boolean pause(Duration length) throws InterruptedException {
        return !stopping.await(length.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Whether the work is to stop. */
    public boolean isStopping() {
        return stopping.getCount() == 0;
    }

    /** Signals the stop. Does not block. */
    public void stop() {
        stopping.countDown();
    }

    /** Stops the work, which must have begun, and waits for its end for at most ten seconds. */
    @Override
    public void close() {
        close(TIMEOUT);
    }

    /** As {@link #close()} with another bound. */
    public void close(Duration patience) {
        stop();
        try {
            thread.join(patience);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The work. */
    @FunctionalInterface
    public interface Work {
        void run() throws InterruptedException;
    }
}
