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
 * The questions to platforms under way and those that wait for their turn, in a line for each endpoint. Of each endpoint only a few
 * are asked at a time, so that one which is silent for a minute has places left for all others. Thread-safe.
 *
 * @param <Q> a question that was claimed somewhere, for a while
 * @param <G> what tells its endpoint, such as a bucket
 */
public final class PerEndpointQueue<Q, G> implements AutoCloseable {

    private static final int AT_ONCE = 32;

    /** One platform is all that most nodes have: it must not be asked more slowly for the sake of others. */
    public static final int AT_ONCE_PER_ENDPOINT = 8;

    private static final int PER_LINE = 64;
    private static final int WAITING = 512;

    /** Then there is a good part of a line to fill. */
    private static final int LOW = PER_LINE / 2;

    /** A claim must last until its question has ended, too. */
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(20);

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Function<Q, G> groups;
    private final Function<G, Object> endpoints;
    private final Consumer<Q> work;
    private final Consumer<RuntimeException> failed;
    private final Runnable room;
    private final FairThreads threads;
    private final Semaphore idle = new Semaphore(AT_ONCE);
    /** How many questions are in each line, those included that are asked. Guarded by this. */
    private final Map<Object, Integer> lengths = new HashMap<>();

    private volatile boolean isClosing;

    /**
     * Empty lines.
     *
     * @param name what the names of their threads begin with
     * @param groups of each question
     * @param endpoints whom the questions of a group are put to; may block on the database
     * @param work puts a question; may block for long
     * @param failed is told what that threw
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

    /** Lets questions that were just claimed wait for their turn, or be asked at once. Returns those whose line is full. */
    public List<Q> enter(List<Q> claimed) {
        Map<G, Object> known = new HashMap<>();
        long now = System.nanoTime();
        List<Q> refused = new ArrayList<>();
        for (Q question : claimed) {
            Object endpoint = known.computeIfAbsent(groups.apply(question), endpoints);
            if (lengthen(endpoint)) {
                // One that is refused there is handed out again once its claim has run out.
                threads.execute(endpoint, () -> ask(endpoint, question, now), () -> shorten(endpoint));
            } else {
                refused.add(question);
            }
        }
        return refused;
    }

    /** Whether questions to some endpoint would be refused. */
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
            // One that waited for long is handed out again, to another node perhaps.
            if (!isClosing && System.nanoTime() - sinceNanos < FRESH_NANOS) {
                work.accept(question);
            }
        } catch (RuntimeException unavailable) {
            // The database, or a bug of ours: the claim runs out and the question is handed out again.
            failed.accept(unavailable);
        } finally {
            idle.release();
            shorten(endpoint);
        }
    }

    /** Waits for the questions under way, for at most ten seconds, and puts no more. */
    @Override
    public void close() {
        isClosing = true;
        try {
            boolean isIdle = idle.tryAcquire(AT_ONCE, PATIENCE.toSeconds(), TimeUnit.SECONDS);
            assert isIdle || isClosing;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        threads.close();
    }
}
