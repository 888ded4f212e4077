package dev.ose.server.accounting.quota;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Room that a write has taken under each quota that it meets. Ended once, when the database knows what became of the write;
 * ending it again does nothing. Thread-safe.
 */
public final class Reservation {

    /** Of a write that meets no quota. */
    static final Reservation NONE = new Reservation();

    private final List<Share> shares = new ArrayList<>(3);
    private final AtomicBoolean isOver = new AtomicBoolean();

    Reservation() {}

    private record Share(QuotaLease account, StorageAmount amount) {}

    /** Whether it is of a write that meets no quota, so that nobody needs to end it. */
    public boolean isNone() {
        return shares.isEmpty();
    }

    void add(QuotaLease account, StorageAmount amount) {
        shares.add(new Share(account, amount));
    }

    /** Ends it. {@code storedNothing} says that the write surely changed nothing; if in doubt, it may have. */
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
