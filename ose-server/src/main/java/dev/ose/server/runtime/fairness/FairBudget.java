package dev.ose.server.runtime.fairness;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A scarce resource lent by the unit, such as bytes of memory. A share may hold as much as it leaves to all others: a
 * single share gets half, two get a third each, and so on, so that some is always left for a new one. Never waits.
 * Thread-safe.
 */
public final class FairBudget {

    private final long total;
    private final Map<Object, Long> held = new HashMap<>();
    private long allHeld;
    private long refusals;

    /** Creates a budget, nothing of which is lent. */
    public FairBudget(long total) {
        this.total = total;
    }

    /** A new lease of the share, without units. */
    public Lease lease(Object share) {
        return new Lease(share);
    }

    /** The number of units lent now. */
    public synchronized long held() {
        return allHeld;
    }

    /** The number of refusals since the start. */
    public synchronized long refusals() {
        return refusals;
    }

    /** The shares that hold units and would not be lent one more now. */
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

    /** The units of one borrower. Not thread-safe. */
    public final class Lease implements AutoCloseable {

        private final Object share;
        private long units;

        private Lease(Object share) {
            this.share = share;
        }

        /** Borrows more; returns false, and lends nothing, if that exceeded what is left to others. */
        public boolean take(long more) {
            if (!FairBudget.this.take(share, more)) {
                return false;
            }
            units += more;
            return true;
        }

        /** Returns some of the borrowed units. */
        public void giveBack(long fewer) {
            if (fewer > units) {
                throw new IllegalArgumentException("more than was borrowed");
            }
            give(share, fewer);
            units -= fewer;
        }

        /** Returns all units. */
        @Override
        public void close() {
            if (units > 0) {
                give(share, units);
                units = 0;
            }
        }
    }
}
