package dev.ose.server.bucket;

import dev.ose.server.runtime.jobs.BackgroundThread;
import dev.ose.server.runtime.jobs.ExclusiveWork;
import java.time.Duration;

/**
 * Cleans up after buckets that are gone, now and then, on a thread of its own: one of millions of objects takes many minutes. Of
 * all nodes one does so at a time.
 */
public final class DeletedBucketCleanup implements AutoCloseable {

    private static final String WORK = "gone-buckets";
    private static final Duration PERIOD = Duration.ofMinutes(1);

    private final DeletedBucketStore store;
    private final ExclusiveWork exclusive;
    private final BackgroundThread thread;

    private DeletedBucketCleanup(DeletedBucketStore store, ExclusiveWork exclusive) {
        this.store = store;
        this.exclusive = exclusive;
        this.thread = new BackgroundThread("gone-bucket-sweep", this::sweepUntilClosed);
    }

    /** Starts cleaning up. Does not block. */
    public static DeletedBucketCleanup start(DeletedBucketStore store, ExclusiveWork exclusive) {
        DeletedBucketCleanup sweep = new DeletedBucketCleanup(store, exclusive);
        sweep.thread.start();
        return sweep;
    }

    private void sweepUntilClosed() throws InterruptedException {
        do {
            try {
                exclusive.alone(WORK, () -> {
                    store.sweep(thread::isStopping);
                    return true;
                });
            } catch (RuntimeException busyOrAway) {
                // Another node sweeps, or the database is away, or a bug of ours, which must not end the work for good.
                // What is left is still noted.
                assert busyOrAway != null;
            }
        } while (thread.pause(PERIOD));
    }

    /** Stops after the step under way; blocks for at most ten seconds. */
    @Override
    public void close() {
        thread.close();
    }
}
