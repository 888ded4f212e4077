package dev.ose.server.http;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Runs what may block on virtual threads, a bounded number at a time behind a bounded queue. */
final class BlockingTasks implements AutoCloseable {

    private static final long IDLE_SECONDS = 10;

    private final ThreadPoolExecutor pool;

    BlockingTasks(int atOnce, int queued) {
        this.pool = new ThreadPoolExecutor(
                atOnce,
                atOnce,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(queued),
                Thread.ofVirtual().name("blocking-", 0).factory());
        pool.allowCoreThreadTimeOut(true);
    }

    /** @throws java.util.concurrent.RejectedExecutionException if the queue is full or this is closed */
    void execute(Runnable task) {
        pool.execute(task);
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
