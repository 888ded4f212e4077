package dev.ose.server.accounting.quota;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * This node's lease under one quota: the spare amount, and the amount of writes under way. Taking from it holds a lock
 * for nanoseconds and may happen on I/O threads; leasing more blocks on the database, one request at a time.
 */
final class QuotaLease {

    private final long quota;
    private final LeaseTable leases;
    /** Held during a database request; {@link #take} does not wait for it. */
    private final Lock asking = new ReentrantLock();

    private StorageAmount spare = StorageAmount.NOTHING;
    private StorageAmount underWay = StorageAmount.NOTHING;
    /** The lease according to the database; never less than what is held. */
    private StorageAmount leased = StorageAmount.NOTHING;

    private boolean isUsed = true;
    private boolean isClosed;

    QuotaLease(long quota, LeaseTable leases) {
        this.quota = quota;
        this.leases = leases;
    }

    /** The result of an attempt to take an amount. */
    enum Taken {
        YES,
        /** The leased amount does not suffice. */
        SHORT,
        /** The lease was closed; a new one must be opened. */
        CLOSED
    }

    /** Takes an amount for a write that begins. Does not block. */
    synchronized Taken take(StorageAmount amount) {
        if (isClosed) {
            return Taken.CLOSED;
        }
        isUsed = true;
        if (!spare.covers(amount)) {
            return Taken.SHORT;
        }
        spare = spare.minus(amount);
        underWay = underWay.plus(amount);
        return Taken.YES;
    }

    /** Ends a write of this amount; the counters include it from now on if it was stored. */
    synchronized void spend(StorageAmount amount) {
        underWay = underWay.minus(amount);
    }

    /** Ends a write of this amount that stored nothing. */
    synchronized void giveBack(StorageAmount amount) {
        underWay = underWay.minus(amount);
        spare = spare.plus(amount);
    }

    /**
     * The result of {@link #lease}.
     *
     * @param amount what was taken; less than wanted if the object replaces another; null if nothing was taken
     * @param taken the result
     * @param shortage the reason if the leased amount does not suffice
     */
    record Leased(@Nullable StorageAmount amount, Taken taken, DenialReason shortage) {}

    /** Takes an amount for a write that begins, leasing more if needed. Blocks on the database. */
    Leased lease(Limit limit, StorageAmount wanted, @Nullable QuotaTarget target) {
        asking.lock();
        try {
            Taken taken = take(wanted);
            if (taken != Taken.SHORT) {
                return new Leased(wanted, taken, DenialReason.LEASED);
            }
            LeaseTable.Answer answer = ask(wanted, target);
            taken = take(wanted);
            if (taken != Taken.SHORT) {
                return new Leased(wanted, taken, DenialReason.LEASED);
            }
            StorageAmount rest = wanted.without(limit.part(answer.credit()));
            taken = rest.equals(wanted) ? Taken.SHORT : take(rest);
            return new Leased(taken == Taken.YES ? rest : null, taken, answer.shortage());
        } finally {
            asking.unlock();
        }
    }

    private LeaseTable.Answer ask(StorageAmount wanted, @Nullable QuotaTarget target) {
        StorageAmount held;
        StorageAmount missing;
        synchronized (this) {
            held = spare.plus(underWay);
            missing = wanted.without(spare);
        }
        LeaseTable.Answer answer = leases.lease(quota, held, missing, target);
        synchronized (this) {
            spare = spare.plus(answer.granted());
            leased = held.plus(answer.granted());
        }
        return answer;
    }

    /**
     * Reports to the database what is still needed: a spare amount that was not used since the last call is returned.
     * Blocks on the database if there is something to report and no other request is under way.
     *
     * @return whether the lease is unused and was closed
     */
    boolean tend() {
        if (!asking.tryLock()) {
            return false;
        }
        try {
            return hasSettled() && close();
        } finally {
            asking.unlock();
        }
    }

    /** Whether nothing is held any more and the database knows it. */
    private boolean hasSettled() {
        StorageAmount held;
        StorageAmount known;
        synchronized (this) {
            if (!isUsed) {
                spare = StorageAmount.NOTHING;
            }
            isUsed = false;
            held = spare.plus(underWay);
            known = leased;
        }
        if (!held.equals(known)) {
            leases.lease(quota, held, StorageAmount.NOTHING, null);
            synchronized (this) {
                leased = held;
            }
        }
        return held.isNothing();
    }

    private synchronized boolean close() {
        isClosed = !isUsed && spare.isNothing() && underWay.isNothing();
        return isClosed;
    }
}
