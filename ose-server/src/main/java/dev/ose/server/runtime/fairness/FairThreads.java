package dev.ose.server.runtime.fairness;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;

/**
 * Runs what may block on threads of its own, virtual ones unless told otherwise, a bounded number at a time, in front of which a bounded number waits. Nobody has more
 * than a share of the places, however many are free, and whoever has fewest comes first: what blocks waits for the database,
 * and of that there must be some left for others.
 */
public final class FairThreads implements AutoCloseable {

    private final ExecutorService threads;
    private final Semaphore places;
    private final FairQueue<Task> queue;

    /**
     * None so far.
     *
     * @param name what the threads' names begin with
     * @param perShare how many places one share may have
     */
    public FairThreads(String name, int atOnce, int perShare, int queued) {
        this(Thread.ofVirtual().name(name, 0).factory(), atOnce, perShare, queued);
    }

    /** None so far, for work that does not only wait: it gets threads of the system, whose processors nobody can keep. */
    public static FairThreads ofPlatform(String name, int atOnce, int perShare, int queued) {
        return new FairThreads(Thread.ofPlatform().daemon().name(name, 0).factory(), atOnce, perShare, queued);
    }

    private FairThreads(ThreadFactory factory, int atOnce, int perShare, int queued) {
        this.threads = Executors.newThreadPerTaskExecutor(factory);
        this.places = new Semaphore(atOnce);
        this.queue = new FairQueue<>(queued, perShare);
    }

    /**
     * A task that waits for its turn.
     *
     * @param refuse told instead, if too many wait and most of them for the same share
     */
    private record Task(Object share, Runnable work, Runnable refuse, long sinceNanos) implements FairQueue.Waiter {}

    /**
     * Runs the task, now or when it is its turn.
     *
     * @param share on whose account
     * @param refuse is run in its place if too many wait, at once or later, on any thread
     */
    public void execute(Object share, Runnable work, Runnable refuse) {
        Task task = new Task(share, work, refuse, System.nanoTime());
        if (isNobodysTurn() && places.tryAcquire()) {
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
        // A place may have become free between the look and the entry into the queue.
        serve();
    }

    /** Who waits although there are places has as many as it may. */
    private boolean isNobodysTurn() {
        return queue.waiting() == 0 || !queue.isSomebodysTurn();
    }

    private void serve() {
        while (queue.isSomebodysTurn() && places.tryAcquire()) {
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
