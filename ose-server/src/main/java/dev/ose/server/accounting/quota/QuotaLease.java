package dev.ose.server.accounting.quota;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * What this node has leased under one quota: room that is still to be given away, and room of writes under way. Giving away
 * takes a lock for nanoseconds and may happen on I/O threads; leasing blocks on the database, one lease at a time.
 */
final class QuotaLease {

    private final long quota;
    private final LeaseTable leases;
    /** Held while the database is asked; nothing else waits for it. */
    private final Lock asking = new ReentrantLock();

    private StorageAmount spare = StorageAmount.NOTHING;
    private StorageAmount underWay = StorageAmount.NOTHING;
    /** What the database says that this node holds; never less than what it does hold. */
    private StorageAmount leased = StorageAmount.NOTHING;

    private boolean isUsed = true;
    private boolean isClosed;

    QuotaLease(long quota, LeaseTable leases) {
        this.quota = quota;
        this.leases = leases;
    }

    /** What became of an attempt to take room. */
    enum Taken {
        YES,
        /** There is not enough leased. */
        SHORT,
        /** The account was closed, and another is to be opened. */
        CLOSED
    }

    /** Takes room for a write that begins. Does not block. */
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

    /** A write is over that took this much: from now on the counters tell of it, or nobody does. */
    synchronized void spend(StorageAmount amount) {
        underWay = underWay.minus(amount);
    }

    /** A write is over that took this much and stored nothing. */
    synchronized void giveBack(StorageAmount amount) {
        underWay = underWay.minus(amount);
        spare = spare.plus(amount);
    }

    /**
     * What was asked for and what of it was taken.
     *
     * @param amount what was taken; less than wanted if the object takes the place of another; null if nothing was
     * @param taken how it ended
     * @param shortage what is in the way where not enough was leased
     */
    record Leased(@Nullable StorageAmount amount, Taken taken, DenialReason shortage) {}

    /** Takes room for a write that begins, leasing more where it must. Blocks on the database. */
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
     * Tells the database what is still needed: room that nobody took since the last time is given back. Blocks on the
     * database, if there is something to tell and nobody is asking anyway.
     *
     * @return whether the account is of no use any more and was closed
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

    /** Whether nothing is held any more, as the database knows by now. */
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
