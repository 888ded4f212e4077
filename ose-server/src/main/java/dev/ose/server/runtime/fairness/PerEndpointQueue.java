package dev.ose.server.runtime.fairness;

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
 * The platform requests under way and those that wait, in a line for each endpoint. Only a few requests to an endpoint
 * run at a time, so that one that hangs for a minute leaves places for all others. Thread-safe.
 *
 * @param <Q> a request, claimed from a queue for a limited time
 * @param <G> the group that determines its endpoint, such as a bucket
 */
public final class PerEndpointQueue<Q, G> implements AutoCloseable {

    private static final int AT_ONCE = 32;

    /** Most nodes have a single platform: it must not be slowed down for the sake of others. */
    public static final int AT_ONCE_PER_ENDPOINT = 8;

    private static final int PER_LINE = 64;
    private static final int WAITING = 512;

    /** From then on a good part of a line can be filled. */
    private static final int LOW = PER_LINE / 2;

    /** The claim must also outlast the request. */
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(20);

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Function<Q, G> groups;
    private final Function<G, Object> endpoints;
    private final Consumer<Q> work;
    private final Consumer<RuntimeException> failed;
    private final Runnable room;
    private final FairThreads threads;
    private final Semaphore idle = new Semaphore(AT_ONCE);
    /** The number of requests in each line, including those under way. Guarded by this. */
    private final Map<Object, Integer> lengths = new HashMap<>();

    private volatile boolean isClosing;

    /**
     * Creates empty lines.
     *
     * @param name prefix of the threads' names
     * @param groups the group of each request
     * @param endpoints the endpoint of a group; may block on the database
     * @param work executes a request; may block for long
     * @param failed receives its exceptions
     * @param room called when a line that may have been full is no longer; must be quick
     */
    public PerEndpointQueue(
            String name,
            Function<Q, G> groups,
            Function<G, Object> endpoints,
            Consumer<Q> work,
            Consumer<RuntimeException> failed,
            Runnable room) {
        this.groups = groups;
        this.endpoints = endpoints;
        this.work = work;
        this.failed = failed;
        this.room = room;
        this.threads = new FairThreads(name, AT_ONCE, AT_ONCE_PER_ENDPOINT, WAITING);
    }

    /** Queues newly claimed requests or starts them at once. Returns those whose line is full. */
    public List<Q> enter(List<Q> claimed) {
        Map<G, Object> known = new HashMap<>();
        long now = System.nanoTime();
        List<Q> refused = new ArrayList<>();
        for (Q question : claimed) {
            Object endpoint = known.computeIfAbsent(groups.apply(question), endpoints);
            if (lengthen(endpoint)) {
                // If refused there, the request is claimed again after its claim has expired.
                threads.execute(endpoint, () -> ask(endpoint, question, now), () -> shorten(endpoint));
            } else {
                refused.add(question);
            }
        }
        return refused;
    }

    /** Whether requests to some endpoint would be refused. */
    public synchronized boolean isAnyFull() {
        return lengths.containsValue(PER_LINE);
    }

    private synchronized boolean lengthen(Object endpoint) {
        if (lengths.getOrDefault(endpoint, 0) == PER_LINE) {
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

    private void ask(Object endpoint, Q question, long sinceNanos) {
        idle.acquireUninterruptibly();
        try {
            // After a long wait the claim may have expired, and another node may have the request.
            if (!isClosing && System.nanoTime() - sinceNanos < FRESH_NANOS) {
                work.accept(question);
            }
        } catch (RuntimeException unavailable) {
            // The database, or a bug: the claim expires and the request is claimed again.
            failed.accept(unavailable);
        } finally {
            idle.release();
            shorten(endpoint);
        }
    }

    /** Starts no more requests and waits for those under way, for at most ten seconds. */
    @Override
    public void close() {
        isClosing = true;
        try {
            boolean isIdle = idle.tryAcquire(AT_ONCE, TIMEOUT.toSeconds(), TimeUnit.SECONDS);
            assert isIdle || isClosing;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        threads.close();
    }
}
