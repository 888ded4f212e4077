package dev.ose.server.accounting.quota;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a write fits the quotas. If nothing is limited, or the node's lease suffices, the decision is made at
 * once in memory; otherwise the database is queried on another thread. While the database is unavailable, existing
 * leases remain usable; beyond them writes fail with {@code MetadataUnavailable}. Thread-safe.
 */
public final class QuotaService implements AutoCloseable {

    /** Maximum number of writes that wait for a lease; further ones fail with {@code Busy}. */
    private static final int MAX_WAITING = 1_000;
    /** Less than the size of the connection pool. */
    private static final int MAX_ASKING = 4;

    private static final Duration PAUSE = Duration.ofMillis(200);

    private static final Duration RENEWAL_INTERVAL = Duration.ofSeconds(1);
    private static final CompletableFuture<Reservation> UNLIMITED = CompletableFuture.completedFuture(Reservation.NONE);

    private final LimitDirectory limits;
    private final LeaseTable leases;
    private final Map<Long, QuotaLease> accounts = new ConcurrentHashMap<>();
    private final Semaphore waiting = new Semaphore(MAX_WAITING);
    private final Semaphore asking = new Semaphore(MAX_ASKING);
    private final Job job;

    private QuotaService(Jobs jobs, LimitDirectory limits, LeaseTable leases) {
        this.limits = limits;
        this.leases = leases;
        this.job = jobs.periodic(JobPlan.every("quota-leases", RENEWAL_INTERVAL).delayed(), this::tend);
    }

    /** Starts returning unused leases. Does not block. */
    public static QuotaService start(Jobs jobs, LimitDirectory limits, LeaseTable leases) {
        QuotaService book = new QuotaService(jobs, limits, leases);
        book.job.start();
        return book;
    }

    /** Whether any limit applies to writes to the bucket. */
    public CompletableFuture<Boolean> isLimited(BucketId bucket) {
        return limits.of(bucket).thenApply(found -> !found.isEmpty());
    }

    /**
     * Reserves an amount for a write. Does not block. Fails with {@code QuotaExceeded}, {@code Busy} or {@code
     * MetadataUnavailable}.
     *
     * @param target what is written; near the limit, what it replaces is credited
     */
    public CompletableFuture<Reservation> reserve(QuotaTarget target, StorageAmount amount) {
        CompletableFuture<List<Limit>> found = limits.of(target.bucket());
        return found.isDone() && !found.isCompletedExceptionally()
                ? reserve(found.join(), target, amount)
                : found.thenCompose(known -> reserve(known, target, amount));
    }

    private CompletableFuture<Reservation> reserve(List<Limit> met, QuotaTarget target, StorageAmount amount) {
        if (met.isEmpty()) {
            return UNLIMITED;
        }
        Reservation reservation = new Reservation();
        for (Limit limit : met) {
            QuotaLease account = account(limit);
            StorageAmount part = limit.part(amount);
            if (account.take(part) != QuotaLease.Taken.YES) {
                reservation.end(true);
                return lease(met, target, amount);
            }
            reservation.add(account, part);
        }
        return CompletableFuture.completedFuture(reservation);
    }

    private QuotaLease account(Limit limit) {
        return accounts.computeIfAbsent(limit.id(), id -> new QuotaLease(id, this::askLease));
    }

    private LeaseTable.Answer askLease(
            long quota, StorageAmount held, StorageAmount wanted, @Nullable QuotaTarget target) {
        asking.acquireUninterruptibly();
        try {
            return leases.lease(quota, held, wanted, target);
        } finally {
            asking.release();
        }
    }

    private CompletableFuture<Reservation> lease(List<Limit> met, QuotaTarget target, StorageAmount amount) {
        if (!waiting.tryAcquire()) {
            return CompletableFuture.failedFuture(new FailureException(new Failure.Busy(Duration.ofSeconds(1))));
        }
        CompletableFuture<Reservation> future = new CompletableFuture<>();
        Thread.startVirtualThread(() -> {
            try {
                future.complete(leaseAll(met, target, amount));
            } catch (RuntimeException e) {
                future.completeExceptionally(e);
            } finally {
                waiting.release();
            }
        });
        return future;
    }

    private Reservation leaseAll(List<Limit> met, QuotaTarget target, StorageAmount amount) {
        Reservation reservation = new Reservation();
        boolean done = false;
        try {
            for (Limit limit : met) {
                leaseOne(limit, target, amount, reservation);
            }
            done = true;
        } finally {
            if (!done) {
                reservation.end(true);
            }
        }
        return reservation;
    }

    private void leaseOne(Limit limit, QuotaTarget target, StorageAmount amount, Reservation reservation) {
        StorageAmount part = limit.part(amount);
        DenialReason shortage = DenialReason.LEASED;
        for (int attempt = 0; shortage.mayPass(attempt); attempt++) {
            if (attempt > 0) {
                pause();
            }
            QuotaLease account = account(limit);
            QuotaLease.Leased leased = account.lease(limit, part, target);
            StorageAmount taken = leased.amount();
            if (leased.taken() == QuotaLease.Taken.YES && taken != null) {
                reservation.add(account, taken);
                return;
            }
            if (leased.taken() == QuotaLease.Taken.CLOSED) {
                accounts.remove(limit.id(), account);
            }
            shortage = leased.shortage();
        }
        throw new FailureException(
                new Failure.QuotaExceeded(limit.holder().name().toLowerCase(Locale.ROOT)));
    }

    private void pause() {
        try {
            if (!job.pause(PAUSE)) {
                throw new FailureException(new Failure.Busy(Duration.ofSeconds(1)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FailureException(new Failure.Busy(Duration.ofSeconds(1)));
        }
    }

    /** Reports to the database which leases this node still needs. */
    private void tend(Job job) {
        accounts.forEach((quota, account) -> {
            try {
                if (account.tend()) {
                    accounts.remove(quota, account);
                }
            } catch (RuntimeException unavailable) {
                // The database, or a bug, which must not affect the other leases: this lease stays as it is.
                job.failed(unavailable);
            }
        });
    }

    /** Stops returning leases; they end with the node's membership. Blocks for at most ten seconds. */
    @Override
    public void close() {
        job.close();
    }
}
