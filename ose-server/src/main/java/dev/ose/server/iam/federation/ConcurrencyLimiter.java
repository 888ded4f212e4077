package dev.ose.server.iam.federation;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.fairness.FairQueue;
import dev.ose.server.tenant.TenantId;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Bounds concurrent work that may wait for external servers, which could otherwise block all threads. Thread-safe. */
public final class ConcurrencyLimiter {

    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final Semaphore places;
    private final FairQueue<FairQueue.Waiter> ofTenants;

    /**
     * Creates a limiter.
     *
     * @param most maximum number of concurrent calls
     * @param mostOfTenant maximum number of concurrent calls of one tenant
     */
    public ConcurrencyLimiter(int most, int mostOfTenant) {
        this.places = new Semaphore(most);
        this.ofTenants = new FairQueue<>(0, mostOfTenant);
    }

    /**
     * Does the work; fails with {@code Busy} if the tenant has reached its limit, or no place becomes free within a
     * second.
     */
    public <T> T take(TenantId tenant, Supplier<T> work) {
        if (!ofTenants.lend(tenant)) {
            throw new FailureException(new Failure.Busy(RETRY_AFTER));
        }
        try {
            return take(work);
        } finally {
            ofTenants.giveBack(tenant);
        }
    }

    /** Does work that is of no tenant; fails with {@code Busy} if no place becomes free within a second. */
    public <T> T take(Supplier<T> work) {
        boolean isMine;
        try {
            isMine = places.tryAcquire(RETRY_AFTER.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            isMine = false;
        }
        if (!isMine) {
            throw new FailureException(new Failure.Busy(RETRY_AFTER));
        }
        try {
            return work.get();
        } finally {
            places.release();
        }
    }
}
