package dev.ose.server.runtime.fairness;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Counts the places that each share holds, and queues waiters by share. While there are free places nothing waits;
 * otherwise the share that holds fewest is served first, so that a thousand requests of one tenant never delay the
 * single one of another. Thread-safe; without waiting the cost is one update of a counter.
 *
 * @param <W> a waiter
 */
public final class FairQueue<W extends FairQueue.Waiter> {

    private final int maxWaiters;
    private final int maxHeld;
    private final ConcurrentMap<Object, Integer> held = new ConcurrentHashMap<>();
    /** A line of waiters for each share, ordered by arrival or last service. Guarded by this. */
    private final Map<Object, ArrayDeque<W>> lines = new LinkedHashMap<>();

    private final AtomicInteger waiting = new AtomicInteger();

    /** An entry of the queue. */
    public interface Waiter {

        /** The share of the waiter; waiters of a share form one line. */
        Object share();

        /** When the waiter was queued. */
        long sinceNanos();
    }

    /**
     * Who is served next with a place that became free.
     *
     * @param <W> a waiter
     */
    public sealed interface Turn<W> {

        /** A waiter that can use this very place; counted as its holder. */
        record Here<W>(W waiter) implements Turn<W> {}

        /** A waiter that needs another place is next. */
        record Elsewhere<W>() implements Turn<W> {}

        /** No waiter may take a place. */
        record None<W>() implements Turn<W> {}
    }

    /**
     * Creates an empty queue.
     *
     * @param maxWaiters maximum number of waiters
     * @param maxHeld maximum number of places of one share
     */
    public FairQueue(int maxWaiters, int maxHeld) {
        this.maxWaiters = maxWaiters;
        this.maxHeld = maxHeld;
    }

    /** The number of waiters. */
    public int waiting() {
        return waiting.get();
    }

    /** Counts one more place of the share; returns false if it holds the maximum. */
    public boolean lend(Object share) {
        boolean[] lent = {false};
        held.compute(share, (same, count) -> {
            int now = count == null ? 0 : count;
            lent[0] = now < maxHeld;
            return lent[0] ? Integer.valueOf(now + 1) : count;
        });
        return lent[0];
    }

    /** Counts one place of the share less. */
    public void giveBack(Object share) {
        held.computeIfPresent(share, (same, count) -> count == 1 ? null : Integer.valueOf(count - 1));
    }

    /**
     * Queues a waiter. In a full queue, the last of the longest line is removed for a waiter with a shorter line.
     *
     * @return the waiter to refuse: null, the newcomer, or the removed one
     */
    public synchronized @Nullable W enter(W newcomer) {
        ArrayDeque<W> line = lines.get(newcomer.share());
        @Nullable W out = null;
        if (waiting.get() == maxWaiters) {
            ArrayDeque<W> longest = longestLine();
            if (longest == null || longest.size() <= (line == null ? 0 : line.size()) + 1) {
                return newcomer;
            }
            out = longest.removeLast();
            waiting.decrementAndGet();
        }
        lines.computeIfAbsent(newcomer.share(), share -> new ArrayDeque<>()).addLast(newcomer);
        waiting.incrementAndGet();
        return out;
    }

    private @Nullable ArrayDeque<W> longestLine() {
        ArrayDeque<W> longest = null;
        for (ArrayDeque<W> line : lines.values()) {
            if (longest == null || line.size() > longest.size()) {
                longest = line;
            }
        }
        return longest;
    }

    /** Removes the next waiter, counted as the holder of a place; null if no waiter may have one. */
    public synchronized @Nullable W next() {
        ArrayDeque<W> line = fairestLine();
        return line == null ? null : serve(line, line.getFirst());
    }

    /**
     * Determines the next waiter for a place that not every waiter can use. Within its line, a waiter that can use it
     * is preferred, but not to one that has waited since {@code longAgoNanos}.
     */
    public synchronized Turn<W> next(Predicate<W> isGood, long longAgoNanos) {
        ArrayDeque<W> line = fairestLine();
        if (line == null) {
            return new Turn.None<>();
        }
        W first = line.getFirst();
        if (isGood.test(first)) {
            return new Turn.Here<>(serve(line, first));
        }
        if (first.sinceNanos() - longAgoNanos > 0) {
            for (W waiter : line) {
                if (isGood.test(waiter)) {
                    return new Turn.Here<>(serve(line, waiter));
                }
            }
        }
        return new Turn.Elsewhere<>();
    }

    /** Whether a waiter may have a place. */
    public synchronized boolean hasEligibleWaiter() {
        return fairestLine() != null;
    }

    /** The line of the share that holds fewest places, and less than the maximum. */
    private @Nullable ArrayDeque<W> fairestLine() {
        Object fairest = null;
        int fewest = maxHeld;
        for (Object share : lines.keySet()) {
            int count = held.getOrDefault(share, 0);
            if (count == 0) {
                // No share holds fewer: end the search, because unauthenticated clients can create many shares.
                return lines.get(share);
            }
            if (count < fewest) {
                fewest = count;
                fairest = share;
            }
        }
        return fairest == null ? null : lines.get(fairest);
    }

    private W serve(ArrayDeque<W> line, W waiter) {
        line.remove(waiter);
        waiting.decrementAndGet();
        held.merge(waiter.share(), 1, Integer::sum);
        // After the others that hold as many.
        lines.remove(waiter.share());
        if (!line.isEmpty()) {
            lines.put(waiter.share(), line);
        }
        return waiter;
    }

    /** Removes the waiters that have waited since before that time. */
    public synchronized List<W> leaveSince(long thenNanos) {
        if (waiting.get() == 0) {
            return List.of();
        }
        List<W> gone = new ArrayList<>();
        for (Iterator<ArrayDeque<W>> each = lines.values().iterator(); each.hasNext(); ) {
            ArrayDeque<W> line = each.next();
            while (!line.isEmpty() && line.getFirst().sinceNanos() - thenNanos < 0) {
                gone.add(line.removeFirst());
                waiting.decrementAndGet();
            }
            if (line.isEmpty()) {
                each.remove();
            }
        }
        return gone;
    }
}
