package dev.ose.server.catalog.label;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectIndex;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.fairness.PerEndpointQueue;
import dev.ose.server.runtime.jobs.BackgroundThread;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Asks platforms for the labels of objects that were noted, a few at a time, and fills and empties buckets. Every node may do so at
 * once.
 */
public final class LabelIndexer implements AutoCloseable {

    private static final int OBJECTS_PER_PASS = 32;
    private static final long POLL_MILLIS = 500;
    private static final Duration BETWEEN_STEPS = Duration.ofSeconds(1);

    private final Parts parts;
    private final Semaphore wanted = new Semaphore(0);
    private final LongAdder kept = new LongAdder();
    private final LongAdder postponed = new LongAdder();
    private final PerEndpointQueue<DueLabels, BucketId> lines;
    private final BackgroundThread thread;
    private final BackgroundThread filler;

    private LabelIndexer(Parts parts) {
        this.parts = parts;
        this.lines = new PerEndpointQueue<>(
                "labels-", due -> due.address().bucket(), parts.probe()::endpoint, this::ask, this::wake);
        this.thread = new BackgroundThread("label-indexer", this::indexUntilClosed);
        this.filler = new BackgroundThread("label-filler", this::fillUntilClosed);
    }

    /** What it works with. */
    public record Parts(
            BucketLabels buckets, LabelQueue queue, LabelNotes notes, ObjectIndex index, LabelProbe probe) {}

    /** Starts asking. Does not block. */
    public static LabelIndexer start(Parts parts) {
        LabelIndexer indexer = new LabelIndexer(parts);
        indexer.thread.start();
        indexer.filler.start();
        return indexer;
    }

    /** Of how many objects this node kept labels so far. */
    public long kept() {
        return kept.sum();
    }

    /** How often a platform did not tell so far. */
    public long postponed() {
        return postponed.sum();
    }

    private void wake() {
        if (wanted.availablePermits() == 0) {
            wanted.release();
        }
    }

    private void indexUntilClosed() throws InterruptedException {
        while (!thread.isStopping()) {
            if (!pass() && wanted.tryAcquire(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                wanted.drainPermits();
            }
        }
    }

    /** Takes more objects and waits for none of them; whether there may be more at once. */
    private boolean pass() {
        try {
            parts.notes().noteRest();
            List<DueLabels> claimed = parts.queue().claim(OBJECTS_PER_PASS);
            List<DueLabels> refused = lines.enter(claimed);
            if (!refused.isEmpty()) {
                parts.queue().putBack(refused);
            }
            return !claimed.isEmpty() && !lines.isAnyFull();
        } catch (RuntimeException unavailable) {
            // The database, or a bug of ours, which must not end the work for good. Claims that nobody follows run out.
            return false;
        }
    }

    private void ask(DueLabels due) {
        try {
            if (parts.queue().settle(due, labels(due))) {
                kept.increment();
            }
        } catch (RuntimeException e) {
            // Whatever kept the platform from telling, a bug of ours included: one object must not stop the others.
            postponed.increment();
            if (e instanceof FailureException known && known.failure() instanceof Failure.PlatformRefused) {
                parts.queue().refuse(due);
            } else {
                parts.queue().postpone(due);
            }
        }
    }

    /** Of one that our rows do not have nobody needs to be asked: no search finds it. */
    private Optional<Labels> labels(DueLabels due) {
        return parts.index().get(due.address()).flatMap(_ -> parts.probe()
                .ask(due.address().bucket(), due.address().key()));
    }

    private void fillUntilClosed() throws InterruptedException {
        boolean isGoing = true;
        while (isGoing) {
            isGoing = step() ? !filler.isStopping() : filler.pause(BETWEEN_STEPS);
        }
    }

    private boolean step() {
        try {
            return parts.buckets().work();
        } catch (RuntimeException unavailable) {
            // As above.
            return false;
        }
    }

    /** Stops after the questions under way; blocks for at most ten seconds. */
    @Override
    public void close() {
        filler.stop();
        thread.stop();
        wake();
        thread.close();
        filler.close();
        lines.close();
    }
}
