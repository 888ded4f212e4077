package dev.ose.server.upstream;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Who holds how many connections of a pool, and who waits for one. As long as there are connections nobody waits; when there
 * are none, whoever holds fewest comes first, so that a thousand requests of one tenant never stand before the one of another.
 * Thread-safe; what does not wait costs one change of a count.
 */
final class FairQueue {

    private final int maxWaiters;
    private final int maxHeld;
    private final ConcurrentMap<Object, Integer> held = new ConcurrentHashMap<>();
    /** A line for each share, in the order in which they came or were served last. Guarded by this. */
    private final Map<Object, ArrayDeque<Waiter>> lines = new LinkedHashMap<>();

    private final AtomicInteger waiting = new AtomicInteger();

    /**
     * Who waits.
     *
     * @param share for whom: those who wait for the same share the line
     * @param sinceNanos when it came
     */
    record Waiter(Home home, ConnectionTaker taker, Object share, long sinceNanos) {}

    /** The part of the pool that somebody waits in. Both may be called on any thread. */
    interface Home {

        /** Opens a connection for the waiter, who holds a permit and is counted as its holder. */
        void connect(Waiter waiter);

        /** Tells the waiter to come back. */
        void refuse(Waiter waiter);
    }

    /** What a connection that became free is good for. */
    sealed interface Turn {

        /** Somebody on the same thread takes it, and is counted as its holder. */
        record Here(Waiter waiter) implements Turn {}

        /** Somebody on another thread is to have its place. */
        record Elsewhere() implements Turn {}

        /** Nobody may take it. */
        record Nobody() implements Turn {}
    }

    /**
     * An empty one.
     *
     * @param maxWaiters how many may wait at all
     * @param maxHeld how many connections one share may hold
     */
    FairQueue(int maxWaiters, int maxHeld) {
        this.maxWaiters = maxWaiters;
        this.maxHeld = maxHeld;
    }

    int waiting() {
        return waiting.get();
    }

    /** Counts one more connection of the share, unless it holds as many as it may. */
    boolean lend(Object share) {
        boolean[] lent = {false};
        held.compute(share, (same, count) -> {
            int now = count == null ? 0 : count;
            lent[0] = now < maxHeld;
            return lent[0] ? Integer.valueOf(now + 1) : count;
        });
        return lent[0];
    }

    /** Counts one connection of the share less. */
    void giveBack(Object share) {
        held.computeIfPresent(share, (same, count) -> count == 1 ? null : Integer.valueOf(count - 1));
    }

    /**
     * Lets somebody wait. In a full queue the last of the longest line makes room for whoever's own line is shorter.
     *
     * @return who may wait no longer: nobody, the newcomer, or the one that made room
     */
    synchronized @Nullable Waiter enter(Waiter newcomer) {
        ArrayDeque<Waiter> line = lines.get(newcomer.share());
        Waiter out = null;
        if (waiting.get() == maxWaiters) {
            ArrayDeque<Waiter> longest = longestLine();
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

    private @Nullable ArrayDeque<Waiter> longestLine() {
        ArrayDeque<Waiter> longest = null;
        for (ArrayDeque<Waiter> line : lines.values()) {
            if (longest == null || line.size() > longest.size()) {
                longest = line;
            }
        }
        return longest;
    }

    /** Takes whoever comes first, counted as the holder of a connection; null if nobody waits who may have one. */
    synchronized @Nullable Waiter next() {
        ArrayDeque<Waiter> line = fairestLine();
        return line == null ? null : serve(line, line.getFirst());
    }

    /**
     * Says who is to have a connection of this home. Within its line somebody of the same home comes first, because a
     * connection cannot change threads; but not before one who has waited since {@code longAgoNanos}.
     */
    synchronized Turn next(Home here, long longAgoNanos) {
        ArrayDeque<Waiter> line = fairestLine();
        if (line == null) {
            return new Turn.Nobody();
        }
        Waiter first = line.getFirst();
        if (first.home().equals(here)) {
            return new Turn.Here(serve(line, first));
        }
        if (first.sinceNanos() - longAgoNanos > 0) {
            for (Waiter waiter : line) {
                if (waiter.home().equals(here)) {
                    return new Turn.Here(serve(line, waiter));
                }
            }
        }
        return new Turn.Elsewhere();
    }

    /** Whether anybody waits who may have a connection. */
    synchronized boolean isSomebodysTurn() {
        return fairestLine() != null;
    }

    /** The line of the share that holds fewest connections, and not as many as it may. */
    private @Nullable ArrayDeque<Waiter> fairestLine() {
        Object fairest = null;
        int fewest = maxHeld;
        for (Object share : lines.keySet()) {
            int count = held.getOrDefault(share, 0);
            if (count < fewest) {
                fewest = count;
                fairest = share;
            }
        }
        return fairest == null ? null : lines.get(fairest);
    }

    private Waiter serve(ArrayDeque<Waiter> line, Waiter waiter) {
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
    synchronized List<Waiter> leaveSince(long thenNanos) {
        if (waiting.get() == 0) {
            return List.of();
        }
        List<Waiter> gone = new ArrayList<>();
        for (Iterator<ArrayDeque<Waiter>> each = lines.values().iterator(); each.hasNext(); ) {
            ArrayDeque<Waiter> line = each.next();
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
