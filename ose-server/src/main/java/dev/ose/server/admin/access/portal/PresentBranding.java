package dev.ose.server.admin.access.portal;

import dev.ose.server.runtime.failure.FailureException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The branding in memory, for callers without a login, who must not cost the database a query each: it is read again
 * after five seconds, by one caller while the others get the last one. While the database is unavailable the last one
 * stays; before any was read it is {@link Branding#NONE}. Thread-safe; blocks on the database now and then.
 */
public final class PresentBranding {

    private static final Duration PERIOD = Duration.ofSeconds(5);

    private final BrandingStore store;
    private final LongSupplier nanoTime;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile @Nullable Reading last;
    private volatile boolean isOutdated;

    /** @param nanoTime a clock like {@link System#nanoTime} */
    public PresentBranding(BrandingStore store, LongSupplier nanoTime) {
        this.store = store;
        this.nanoTime = nanoTime;
    }

    private record Reading(Branding branding, long at) {}

    /** The branding, at most five seconds old while the database is available. */
    public Branding now() {
        Reading known = last;
        if (known == null) {
            // The first callers wait for what they all need.
            reading.lock();
        } else if (isPresent(known) || !reading.tryLock()) {
            return known.branding();
        }
        try {
            return read();
        } finally {
            reading.unlock();
        }
    }

    private boolean isPresent(Reading known) {
        return !isOutdated && nanoTime.getAsLong() - known.at() <= PERIOD.toNanos();
    }

    private Branding read() {
        Reading known = last;
        if (known != null && isPresent(known)) {
            return known.branding();
        }
        // Before the reading: a change during it is read by the next one.
        isOutdated = false;
        Branding present = known == null ? Branding.NONE : known.branding();
        try {
            present = store.get().value();
        } catch (FailureException unavailable) {
            // The next one to ask after the period tries again.
        }
        // After the reading, which may have taken longer than the period.
        last = new Reading(present, nanoTime.getAsLong());
        return present;
    }

    /** Has the next one to ask get what is stored now, if the database is available. */
    public void refresh() {
        isOutdated = true;
    }
}
