package dev.ose.adapter.embedded;

import dev.ose.adapter.embedded.store.Store;
import dev.ose.adapter.embedded.store.StoredBucket;
import dev.ose.s3.error.S3ErrorException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs the lifecycle rules of all buckets: at each midnight UTC, when rules fall due, and again if the rules of a
 * bucket change. A failed pass is retried a minute later, an interrupted one at the next start. Runs on a thread of its
 * own, and in one process at a time.
 */
final class LifecycleWorker implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(LifecycleWorker.class.getName());
    private static final Duration ROUND = Duration.ofMinutes(1);
    private static final int BUCKETS_AT_ONCE = 100;

    /** Unreported changes are deleted after this time: the platform may run without a listener. */
    private static final Duration MEMORY = Duration.ofDays(7);

    private final Store store;
    private final Thread thread;
    private boolean isFailing;

    /** In addition to the interrupt, which a called method may consume. */
    private volatile boolean isClosed;

    private LifecycleWorker(Store store) {
        this.store = store;
        this.thread =
                Thread.ofPlatform().daemon().name("embedded-platform-lifecycle").unstarted(this::workUntilClosed);
    }

    /** Starts working. Does not block. */
    static LifecycleWorker start(Store store) {
        LifecycleWorker worker = new LifecycleWorker(store);
        worker.thread.start();
        return worker;
    }

    private void workUntilClosed() {
        try {
            while (!isClosed) {
                work();
                store.lifecycle().configurations().awaitChange(ROUND);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void work() {
        try {
            run(store.clock().instant());
            isFailing = false;
        } catch (RuntimeException e) {
            if (!isFailing && !isClosed) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "Lifecycle rules could not be carried out; tried again each minute until it works",
                        e);
            }
            isFailing = true;
        }
    }

    /** Runs the passes that are due at this time, unless another process runs them. Blocks. */
    synchronized void run(Instant now) {
        store.lifecycle().configurations().runAlone(() -> runAll(now));
    }

    /** If the pass of a bucket fails, the others still run; the first failure is thrown at the end. */
    private void runAll(Instant now) {
        LocalDate day = LocalDate.ofInstant(now, ZoneOffset.UTC);
        RuntimeException failure = null;
        long after = 0;
        List<StoredBucket> due;
        do {
            due = store.lifecycle().configurations().due(day, after, BUCKETS_AT_ONCE);
            for (StoredBucket bucket : due) {
                failure = first(failure, pass(bucket, now, day));
                after = bucket.id();
            }
        } while (due.size() == BUCKETS_AT_ONCE && !isClosed);
        forgetOld(now);
        if (failure != null) {
            throw failure;
        }
    }

    private static @Nullable RuntimeException first(
            @Nullable RuntimeException former, @Nullable RuntimeException latter) {
        return former == null ? latter : former;
    }

    private @Nullable RuntimeException pass(StoredBucket bucket, Instant now, LocalDate day) {
        try {
            if (store.lifecycle()
                    .expiry()
                    .pass(bucket, store.lifecycle().rules().of(bucket), now)) {
                store.lifecycle().configurations().passed(bucket, day);
            }
            return null;
        } catch (S3ErrorException gone) {
            LOG.log(System.Logger.Level.DEBUG, "lifecycle pass of a bucket that was deleted meanwhile", gone);
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }

    private void forgetOld(Instant now) {
        int forgotten = store.changes().forgetBefore(now.minus(MEMORY));
        if (forgotten > 0) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "Forgot " + forgotten + " changes by lifecycle rules that no node took within " + MEMORY.toDays()
                            + " days; a comparison of the buckets finds them");
        }
    }

    /** Stops after the batch under way. */
    @Override
    public void close() {
        isClosed = true;
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
