package dev.ose.server.ledger.verify;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.jobs.QueueWorker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/**
 * Verifies dirty keys against the platform until none is left. Runs on one thread of its own with a few probes at a
 * time; safe on several nodes at once. A hung platform does not delay the keys of others.
 */
public final class Verifier implements AutoCloseable {

    private static final int KEYS_PER_PASS = 32;
    private static final Duration POLL = Duration.ofMillis(500);
    private static final Duration COUNT = Duration.ofMinutes(1);

    private final DirtyKeys keys;
    private final ObjectProbe probe;
    private final LongAdder settled = new LongAdder();
    private final LongAdder postponed = new LongAdder();
    private final QueueWorker<DirtyKey, BucketId> worker;
    private final Job counter;
    private volatile long refused;

    private Verifier(Jobs jobs, DirtyKeys keys, ObjectProbe probe) {
        this.keys = keys;
        this.probe = probe;
        this.worker = new QueueWorker<>(
                jobs,
                JobPlan.every("verifier", POLL),
                new Due(keys),
                new QueueWorker.Work<>(key -> key.address().bucket(), probe::endpoint, this::verify));
        // Counting may take long.
        this.counter = jobs.periodic(JobPlan.every("refused-key-counter", COUNT), _ -> refused = keys.countRefused());
        jobs.metrics().show("ose.verification.refused", "keys", () -> refused);
    }

    /** Starts verifying. Does not block. */
    public static Verifier start(Jobs jobs, DirtyKeys keys, ObjectProbe probe) {
        Verifier verifier = new Verifier(jobs, keys, probe);
        verifier.worker.start();
        verifier.counter.start();
        return verifier;
    }

    /** Requests a pass at once instead of at the next poll. Never blocks. */
    public void wake() {
        worker.wake();
    }

    /** The number of settled keys. */
    public long settled() {
        return settled.sum();
    }

    /** The number of parked keys of all nodes, at most a minute old; at most 100,000. */
    public long refused() {
        return refused;
    }

    /** The number of probes that failed. */
    public long postponed() {
        return postponed.sum();
    }

    private void verify(DirtyKey key) {
        try {
            if (keys.settle(
                    key, probe.probe(key.address().bucket(), key.address().key()))) {
                settled.increment();
            }
        } catch (FailureException e) {
            // An unavailable or refusing platform is no failure of this job.
            postponed.increment();
            if (e.failure() instanceof Failure.PlatformRefused) {
                keys.refuse(key);
            } else {
                keys.postpone(key);
            }
        } catch (RuntimeException bug) {
            // One key must not stop the others.
            postponed.increment();
            keys.postpone(key);
            throw bug;
        }
    }

    /** Stops after the probes under way; blocks for at most thirty seconds. */
    @Override
    public void close() {
        counter.stop();
        worker.close();
        counter.close();
    }

    private record Due(DirtyKeys keys) implements QueueWorker.DueQueue<DirtyKey> {

        @Override
        public QueueWorker.Claimed<DirtyKey> claim(boolean isAnyFull) {
            List<DirtyKey> claimed = keys.claim(KEYS_PER_PASS);
            return new QueueWorker.Claimed<>(claimed, claimed.size() >= KEYS_PER_PASS);
        }

        @Override
        public void putBack(List<DirtyKey> refused) {
            keys.putBack(refused);
        }
    }
}
