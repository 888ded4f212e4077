package dev.ose.server.runtime.fairness;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Something scarce that is lent by the unit, such as bytes of memory. A share may hold as much as it leaves to all the others: one
 * alone gets half, two that want it get a third each, and so on, so that there is always some for who comes new. Nobody waits.
 * Thread-safe.
 */
public final class FairBudget {

    private final long total;
    private final Map<Object, Long> held = new HashMap<>();
    private long allHeld;
    private long refusals;

    /** All of it is there. */
    public FairBudget(long total) {
        this.total = total;
    }

    /** Borrows on somebody's account, nothing so far. */
    public Lease lease(Object share) {
        return new Lease(share);
    }

    /** Units that are lent now. */
    public synchronized long held() {
        return allHeld;
    }

    /** How often somebody was given nothing, since the start. */
    public synchronized long refusals() {
        return refusals;
    }

    /** Those who hold some and would not be lent one unit more now. */
    public synchronized Set<Object> full() {
        return held.keySet().stream().filter(share -> !isLeft(share, 1)).collect(Collectors.toUnmodifiableSet());
    }

    private boolean isLeft(Object share, long units) {
        return held.getOrDefault(share, 0L) + units <= total - allHeld - units;
    }

    private synchronized boolean take(Object share, long units) {
        if (!isLeft(share, units)) {
            refusals++;
            return false;
        }
        held.merge(share, units, Long::sum);
        allHeld += units;
        return true;
    }

    private synchronized void give(Object share, long units) {
        allHeld -= units;
        held.computeIfPresent(share, (same, before) -> before == units ? null : Long.valueOf(before - units));
    }

    /** What one borrower has. Used by one thread at a time. */
    public final class Lease implements AutoCloseable {

        private final Object share;
        private long units;

        private Lease(Object share) {
            this.share = share;
        }

        /** Borrows more; false, and nothing is lent, if that were more than is left to others. */
        public boolean take(long more) {
            if (!FairBudget.this.take(share, more)) {
                return false;
            }
            units += more;
            return true;
        }

        /** Gives all of it back. */
        @Override
        public void close() {
            if (units > 0) {
                give(share, units);
                units = 0;
            }
        }
    }
}
