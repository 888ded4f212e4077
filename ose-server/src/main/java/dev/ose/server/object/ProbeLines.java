package dev.ose.server.object;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.fairness.FairThreads;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The probes under way and the keys that wait for one, in a line for each endpoint of a platform. Of each endpoint only a few are
 * asked for at a time, so that one which is silent for a minute has places left for all others. Thread-safe.
 */
final class ProbeLines implements AutoCloseable {

    private static final int PROBES = 32;

    /** One platform is all that most nodes have: it must not be asked more slowly for the sake of others. */
    static final int PROBES_PER_ENDPOINT = 8;

    private static final int KEYS_PER_LINE = 64;
    private static final int KEYS_WAITING = 512;

    /** Then there is a good part of a line to fill. */
    private static final int LOW = KEYS_PER_LINE / 2;

    /** A claim must last until its probe has ended, too. */
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(20);

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Function<BucketId, Object> endpoints;
    private final Consumer<DirtyKey> work;
    private final Runnable room;
    private final FairThreads threads = new FairThreads("probe-", PROBES, PROBES_PER_ENDPOINT, KEYS_WAITING);
    private final Semaphore idle = new Semaphore(PROBES);
    /** How many keys are in each line, those included that are asked for. Guarded by this. */
    private final Map<Object, Integer> lengths = new HashMap<>();

    private volatile boolean isClosing;

    /**
     * Empty lines.
     *
     * @param endpoints whom a bucket's keys are asked of
     * @param work asks for a key; may block for long
     * @param room called when a line that may have been full is no longer; must be quick
     */
    ProbeLines(Function<BucketId, Object> endpoints, Consumer<DirtyKey> work, Runnable room) {
        this.endpoints = endpoints;
        this.work = work;
        this.room = room;
    }

    /** Lets keys that were just claimed wait for their probes, or be asked for at once. Returns those whose line is full. */
    List<DirtyKey> enter(List<DirtyKey> claimed) {
        Map<BucketId, Object> known = new HashMap<>();
        long now = System.nanoTime();
        List<DirtyKey> refused = new ArrayList<>();
        for (DirtyKey key : claimed) {
            Object endpoint = known.computeIfAbsent(key.address().bucket(), endpoints);
            if (lengthen(endpoint)) {
                // One that is refused there is handed out again once its claim has run out.
                threads.execute(endpoint, () -> probe(endpoint, key, now), () -> shorten(endpoint));
            } else {
                refused.add(key);
            }
        }
        return refused;
    }

    /** Whether keys of some endpoint would be refused. */
    synchronized boolean isAnyFull() {
        return lengths.containsValue(KEYS_PER_LINE);
    }

    private synchronized boolean lengthen(Object endpoint) {
        if (lengths.getOrDefault(endpoint, 0) == KEYS_PER_LINE) {
            return false;
        }
        lengths.merge(endpoint, 1, Integer::sum);
        return true;
    }

    private void shorten(Object endpoint) {
        int left;
        synchronized (this) {
            left = lengths.merge(endpoint, -1, Integer::sum);
            if (left == 0) {
                lengths.remove(endpoint);
            }
        }
        if (left == LOW || left == 0) {
            room.run();
        }
    }

    private void probe(Object endpoint, DirtyKey key, long sinceNanos) {
        idle.acquireUninterruptibly();
        try {
            // One that waited for long is handed out again, to another node perhaps.
            if (!isClosing && System.nanoTime() - sinceNanos < FRESH_NANOS) {
                work.accept(key);
            }
        } catch (RuntimeException unavailable) {
            // The database, or a bug of ours: the claim runs out and the key is handed out again.
            assert unavailable != null;
        } finally {
            idle.release();
            shorten(endpoint);
        }
    }

    /** Waits for the probes under way, for at most ten seconds, and begins no more. */
    @Override
    public void close() {
        isClosing = true;
        try {
            boolean isIdle = idle.tryAcquire(PROBES, PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assert isIdle || isClosing;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        threads.close();
    }
}
