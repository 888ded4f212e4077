package dev.ose.server.runtime.fairness;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;

/**
 * Runs blocking tasks on threads of its own, virtual ones by default; the numbers of running and of waiting tasks are
 * bounded. A share never exceeds its part of the places, even if others are free, and the share with fewest is served
 * first: the tasks wait for the database, and some of its capacity must be left to others.
 */
public final class FairThreads implements AutoCloseable {

    private final ExecutorService threads;
    private final Semaphore places;
    private final FairQueue<Task> queue;

    /**
     * Creates the executor, without threads.
     *
     * @param name prefix of the threads' names
     * @param perShare maximum number of places of one share
     */
    public FairThreads(String name, int atOnce, int perShare, int queued) {
        this(Thread.ofVirtual().name(name, 0).factory(), atOnce, perShare, queued);
    }

    /**
     * Creates an executor of platform threads, for CPU-bound tasks, which would occupy the carriers of virtual threads.
     */
    public static FairThreads ofPlatform(String name, int atOnce, int perShare, int queued) {
        return new FairThreads(Thread.ofPlatform().daemon().name(name, 0).factory(), atOnce, perShare, queued);
    }

    private FairThreads(ThreadFactory factory, int atOnce, int perShare, int queued) {
        this.threads = Executors.newThreadPerTaskExecutor(factory);
        this.places = new Semaphore(atOnce);
        this.queue = new FairQueue<>(queued, perShare);
    }

    /**
     * A waiting task.
     *
     * @param refuse runs instead if too many tasks wait, most of them for the same share
     */
    private record Task(Object share, Runnable work, Runnable refuse, long sinceNanos) implements FairQueue.Waiter {}

    /**
     * Runs the task, now or when its turn comes.
     *
     * @param share the share that the task is accounted to
     * @param refuse runs instead if too many tasks wait, at once or later, on any thread
     */
    public void execute(Object share, Runnable work, Runnable refuse) {
        Task task = new Task(share, work, refuse, System.nanoTime());
        if (hasNoEligibleWaiter() && places.tryAcquire()) {
            if (queue.lend(share)) {
                start(task);
                return;
            }
            places.release();
        }
        Task out = queue.enter(task);
        if (out != null) {
            out.refuse().run();
        }
        // A place may have become free between the check and the entry into the queue.
        serve();
    }

    /** A task that waits although there are free places belongs to a share at its maximum. */
    private boolean hasNoEligibleWaiter() {
        return queue.waiting() == 0 || !queue.hasEligibleWaiter();
    }

    private void serve() {
        while (queue.hasEligibleWaiter() && places.tryAcquire()) {
            Task next = queue.next();
            if (next == null) {
                places.release();
            } else {
                start(next);
            }
        }
    }

    private void start(Task task) {
        try {
            threads.execute(() -> {
                try {
                    task.work().run();
                } finally {
                    end(task);
                }
            });
        } catch (RejectedExecutionException closed) {
            end(task);
            task.refuse().run();
        }
    }

    private void end(Task task) {
        queue.giveBack(task.share());
        places.release();
        serve();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
