package dev.ose.server.runtime.fairness;

/**
 * Limits the number of concurrent tasks of one share, without a limit on all shares together. Tasks beyond the limit
 * wait; the number of waiting tasks is bounded. The gate has no threads: a waiting task begins on the thread that
 * leaves. Thread-safe.
 */
public final class FairGate {

    private final FairQueue<Task> queue;

    /**
     * Creates a gate.
     *
     * @param perShare maximum number of concurrent tasks of one share
     * @param queued maximum number of waiting tasks of all shares together
     */
    public FairGate(int perShare, int queued) {
        this.queue = new FairQueue<>(queued, perShare);
    }

    private record Task(Object share, Runnable begin, Runnable refuse, long sinceNanos) implements FairQueue.Waiter {}

    /**
     * Begins the task, now or when its share has a place; {@link #leave} must follow each begin.
     *
     * @param share the share that the task is accounted to
     * @param begin must be quick; runs on this thread or on a thread that leaves
     * @param refuse runs instead of {@code begin} if too many tasks wait and this share has most of them; on any thread
     */
    public void enter(Object share, Runnable begin, Runnable refuse) {
        if (queue.lend(share)) {
            begin.run();
            return;
        }
        Task out = queue.enter(new Task(share, begin, refuse, System.nanoTime()));
        if (out != null) {
            out.refuse().run();
        }
        // A place may have become free between the check and the entry into the queue.
        serve();
    }

    /** Returns the place of a task that has ended. */
    public void leave(Object share) {
        queue.giveBack(share);
        serve();
    }

    private void serve() {
        for (Task next = queue.next(); next != null; next = queue.next()) {
            next.begin().run();
        }
    }
}
