package dev.ose.server.ledger.verify;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.fairness.PerEndpointQueue;
import dev.ose.server.runtime.jobs.BackgroundThread;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Asks the platform about dirty keys until none is left. Runs on one thread of its own with a few probes at a time;
 * several nodes may do so at once. A platform that is silent keeps the keys of others waiting no longer.
 */
public final class Verifier implements AutoCloseable {

    private static final int KEYS_PER_PASS = 32;
    private static final long POLL_MILLIS = 500;
    private static final long COUNT_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final DirtyKeys keys;
    private final ObjectProbe probe;
    private final Semaphore wanted = new Semaphore(0);
    private final LongAdder settled = new LongAdder();
    private final LongAdder postponed = new LongAdder();
    private final PerEndpointQueue<DirtyKey, BucketId> lines;
    private final BackgroundThread thread;
    private volatile long refused;
    private long countAt = System.nanoTime();

    private Verifier(DirtyKeys keys, ObjectProbe probe) {
        this.keys = keys;
        this.probe = probe;
        this.lines = new PerEndpointQueue<>(
                "probe-", key -> key.address().bucket(), probe::endpoint, this::verify, this::wake);
        this.thread = new BackgroundThread("verifier", this::verifyUntilClosed);
    }

    /** Starts verifying. Does not block. */
    public static Verifier start(DirtyKeys keys, ObjectProbe probe) {
        Verifier verifier = new Verifier(keys, probe);
        verifier.thread.start();
        return verifier;
    }

    /** Asks for a pass at once instead of at the next poll. Never blocks. */
    public void wake() {
        if (wanted.availablePermits() == 0) {
            wanted.release();
        }
    }

    /** How many keys were settled so far. */
    public long settled() {
        return settled.sum();
    }

    /** How many keys platforms refuse to tell of, of all nodes together, a minute ago at most; counts to a hundred thousand. */
    public long refused() {
        return refused;
    }

    /** How often the platform could not tell so far. */
    public long postponed() {
        return postponed.sum();
    }

    private void verifyUntilClosed() throws InterruptedException {
        while (!thread.isStopping()) {
            countRefused();
            if (!pass() && wanted.tryAcquire(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                wanted.drainPermits();
            }
        }
    }

    /** Takes more keys and waits for none of them; whether there may be more at once. */
    private boolean pass() {
        try {
            List<DirtyKey> claimed = keys.claim(KEYS_PER_PASS);
            List<DirtyKey> refused = lines.enter(claimed);
            if (!refused.isEmpty()) {
                keys.putBack(refused);
            }
            return claimed.size() >= KEYS_PER_PASS && !lines.isAnyFull();
        } catch (RuntimeException unavailable) {
            // The database, or a bug of ours, which must not end the work for good. Claims that nobody follows run out.
            return false;
        }
    }

    private void verify(DirtyKey key) {
        try {
            if (keys.settle(
                    key, probe.probe(key.address().bucket(), key.address().key()))) {
                settled.increment();
            }
        } catch (RuntimeException e) {
            // Whatever kept the platform from telling, a bug of ours included: one key must not stop the others.
            postponed.increment();
            if (e instanceof FailureException known && known.failure() instanceof Failure.PlatformRefused) {
                keys.refuse(key);
            } else {
                keys.postpone(key);
            }
        }
    }

    /** Asks now and then: it may be many to count. */
    private void countRefused() {
        if (System.nanoTime() - countAt < 0) {
            return;
        }
        countAt = System.nanoTime() + COUNT_NANOS;
        try {
            refused = keys.countRefused();
        } catch (RuntimeException unavailable) {
            // The last count stays until the database is back.
            assert unavailable != null;
        }
    }

    /** Stops after the probes under way; blocks for at most ten seconds. */
    @Override
    public void close() {
        thread.stop();
        wake();
        thread.close();
        lines.close();
    }
}
