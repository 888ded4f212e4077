package dev.ose.server.runtime.jobs;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A thread of its own for work that goes on until it is told to stop. Safe for use by several threads. */
public final class BackgroundThread implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final CountDownLatch stopping = new CountDownLatch(1);
    private final Thread thread;

    /**
     * Prepares it; {@link #start} begins the work.
     *
     * @param work returns soon once {@link #pause} or {@link #isStopping} tells it to; an interruption ends it too
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

    /** Waits that long, or until the work is to stop; true if it is to go on. */
    public boolean pause(Duration length) throws InterruptedException {
        return !stopping.await(length.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Whether the work is to stop. */
    public boolean isStopping() {
        return stopping.getCount() == 0;
    }

    /** Tells the work to stop. Does not block. */
    public void stop() {
        stopping.countDown();
    }

    /** Tells the work, which must have begun, to stop and waits for that, for at most ten seconds. */
    @Override
    public void close() {
        close(PATIENCE);
    }

    /** The same with another bound. */
    public void close(Duration patience) {
        stop();
        try {
            thread.join(patience);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What is done. */
    @FunctionalInterface
    public interface Work {
        void run() throws InterruptedException;
    }
}
