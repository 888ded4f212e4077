package dev.ose.server.admin.access.portal;

import dev.ose.server.runtime.failure.FailureException;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The branding in memory, for callers without a login, who must not cost the database a query each: it is read again
 * after five seconds. While the database is unavailable the last one stays; before any was read it is {@link
 * Branding#NONE}. Thread-safe; blocks on the database now and then.
 */
public final class PresentBranding {

    private static final Duration PERIOD = Duration.ofSeconds(5);

    private final BrandingStore store;
    private final LongSupplier nanoTime;
    private @Nullable Reading last;
    private boolean isOutdated;

    /** @param nanoTime a clock like {@link System#nanoTime} */
    public PresentBranding(BrandingStore store, LongSupplier nanoTime) {
        this.store = store;
        this.nanoTime = nanoTime;
    }

    private record Reading(Branding branding, long at) {}

    /** The branding, at most five seconds old while the database is available. */
    public synchronized Branding now() {
        Reading known = last;
        long time = nanoTime.getAsLong();
        if (known != null && !isOutdated && time - known.at() <= PERIOD.toNanos()) {
            return known.branding();
        }
        Branding present = known == null ? Branding.NONE : known.branding();
        try {
            present = store.get().value();
        } catch (FailureException unavailable) {
            // The next one to ask after the period tries again.
        }
        last = new Reading(present, time);
        isOutdated = false;
        return present;
    }

    /** Has the next one to ask get what is stored now, if the database is available. */
    public synchronized void refresh() {
        isOutdated = true;
    }
}
