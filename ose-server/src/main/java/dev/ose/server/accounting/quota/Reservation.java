package dev.ose.server.accounting.quota;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The amounts that a write has reserved under each applicable quota. Ended once, when the database knows the outcome of
 * the write; ending it again does nothing. Thread-safe.
 */
public final class Reservation {

    /** The reservation of a write without an applicable quota. */
    static final Reservation NONE = new Reservation();

    private final List<Share> shares = new ArrayList<>(3);
    private final AtomicBoolean isOver = new AtomicBoolean();

    Reservation() {}

    private record Share(QuotaLease account, StorageAmount amount) {}

    /** Whether no quota applies, so that the reservation need not be ended. */
    public boolean isNone() {
        return shares.isEmpty();
    }

    void add(QuotaLease account, StorageAmount amount) {
        shares.add(new Share(account, amount));
    }

    /**
     * Ends the reservation.
     *
     * @param storedNothing whether the write certainly changed nothing; false if in doubt
     */
    public void end(boolean storedNothing) {
        if (isOver.compareAndSet(false, true)) {
            for (Share share : shares) {
                if (storedNothing) {
                    share.account().giveBack(share.amount());
                } else {
                    share.account().spend(share.amount());
                }
            }
        }
    }
}
