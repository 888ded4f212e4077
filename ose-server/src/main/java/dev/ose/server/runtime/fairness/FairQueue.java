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
 * Who holds how many places of a limited number, and who waits for one. As long as there are places nobody waits; when there
 * are none, whoever holds fewest comes first, so that a thousand requests of one tenant never stand before the one of another.
 * Thread-safe; what does not wait costs one change of a count.
 *
 * @param <W> who waits
 */
public final class FairQueue<W extends FairQueue.Waiter> {

    private final int maxWaiters;
    private final int maxHeld;
    private final ConcurrentMap<Object, Integer> held = new ConcurrentHashMap<>();
    /** A line for each share, in the order in which they came or were served last. Guarded by this. */
    private final Map<Object, ArrayDeque<W>> lines = new LinkedHashMap<>();

    private final AtomicInteger waiting = new AtomicInteger();

    /** Who waits. */
    public interface Waiter {

        /** For whom: those who wait for the same share the line. */
        Object share();

        /** When it came. */
        long sinceNanos();
    }

    /**
     * Who is to have a place that became free.
     *
     * @param <W> who waits
     */
    public sealed interface Turn<W> {

        /** Somebody for whom this very place is good; counted as its holder. */
        record Here<W>(W waiter) implements Turn<W> {}

        /** Somebody who needs a place elsewhere. */
        record Elsewhere<W>() implements Turn<W> {}

        /** Nobody may take it. */
        record Nobody<W>() implements Turn<W> {}
    }

    /**
     * An empty one.
     *
     * @param maxWaiters how many may wait at all
     * @param maxHeld how many places one share may hold
     */
    public FairQueue(int maxWaiters, int maxHeld) {
        this.maxWaiters = maxWaiters;
        this.maxHeld = maxHeld;
    }

    /** How many wait. */
    public int waiting() {
        return waiting.get();
    }

    /** Counts one more place of the share, unless it holds as many as it may. */
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
     * Lets somebody wait. In a full queue the last of the longest line makes room for whoever's own line is shorter.
     *
     * @return who may wait no longer: nobody, the newcomer, or the one that made room
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

    /** Takes whoever comes first, counted as the holder of a place; null if nobody waits who may have one. */
    public synchronized @Nullable W next() {
        ArrayDeque<W> line = fairestLine();
        return line == null ? null : serve(line, line.getFirst());
    }

    /**
     * Says who is to have a place that is not good for everybody. Within its line somebody for whom it is comes first; but not
     * before one who has waited since {@code longAgoNanos}.
     */
    public synchronized Turn<W> next(Predicate<W> isGood, long longAgoNanos) {
        ArrayDeque<W> line = fairestLine();
        if (line == null) {
            return new Turn.Nobody<>();
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

    /** Whether anybody waits who may have a connection. */
    public synchronized boolean isSomebodysTurn() {
        return fairestLine() != null;
    }

    /** The line of the share that holds fewest places, and not as many as it may. */
    private @Nullable ArrayDeque<W> fairestLine() {
        Object fairest = null;
        int fewest = maxHeld;
        for (Object share : lines.keySet()) {
            int count = held.getOrDefault(share, 0);
            if (count == 0) {
                // Nobody holds fewer: what strangers may make many of is not searched to its end.
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
        // Behind the others who hold as many.
        lines.remove(waiter.share());
        if (!line.isEmpty()) {
            lines.put(waiter.share(), line);
        }
        return waiter;
    }

    /** Takes those who have waited since before then. */
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
