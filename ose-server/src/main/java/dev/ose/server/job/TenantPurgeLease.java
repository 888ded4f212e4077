package dev.ose.server.job;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * A node's hold on a removal. It is renewed beside the work, also after the removal was stopped, so that a step may
 * take longer than a lease: no other node begins it meanwhile, and the tenant is not enabled. A node that could not
 * renew it begins nothing that deletes. Thread-safe.
 */
final class TenantPurgeLease {

    private final TenantPurgeStore store;
    private final TenantPurgeStore.Claim claim;
    private final TenantPurgeRunner.Times times;
    private final LongSupplier nanoTime;
    /** Before it was last claimed or renewed, by this node's clock. */
    private volatile long since;

    private volatile boolean isLost;

    private TenantPurgeLease(
            TenantPurgeStore store,
            TenantPurgeStore.Claim claim,
            TenantPurgeRunner.Times times,
            LongSupplier nanoTime,
            long since) {
        this.store = store;
        this.claim = claim;
        this.times = times;
        this.nanoTime = nanoTime;
        this.since = since;
    }

    /**
     * Takes a removal that is due. Blocks on the database.
     *
     * @param nanoTime a clock like {@link System#nanoTime}
     */
    static Optional<TenantPurgeLease> take(
            TenantPurgeStore store, TenantPurgeRunner.Times times, LongSupplier nanoTime) {
        long now = nanoTime.getAsLong();
        return store.claim(times.length()).map(claim -> new TenantPurgeLease(store, claim, times, nanoTime, now));
    }

    TenantPurgeStore.Claim claim() {
        return claim;
    }

    /** Renews it if it is time to. Blocks on the database. */
    void renewIfDue() {
        long now = nanoTime.getAsLong();
        if (!isLost && now - since >= times.renewal().toNanos()) {
            renewed(now, store.extend(claim, times.length()));
        }
    }

    /** Adds what was deleted and renews it; returns whether the removal is to go on. Blocks on the database. */
    boolean record(TenantPurge.Removed removed) {
        long now = nanoTime.getAsLong();
        boolean goesOn = store.record(claim, removed, times.length());
        renewed(now, goesOn);
        return goesOn;
    }

    private synchronized void renewed(long at, boolean isHeld) {
        if (isHeld) {
            since = Math.max(since, at);
        } else {
            isLost = true;
        }
    }

    /** Fails with {@code MetadataUnavailable} if another node may have the removal, or may have it soon. */
    void require() {
        if (isLost || nanoTime.getAsLong() - since > times.trust().toNanos()) {
            throw new FailureException(new Failure.MetadataUnavailable());
        }
    }
}
