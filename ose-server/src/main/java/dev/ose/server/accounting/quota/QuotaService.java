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
 * Decides whether a write has room. Where nothing is limited, or the node has leased room, it is decided at once and in
 * memory; else the database is asked on another thread. While the database is away what is leased goes on; what it does not
 * cover is refused as {@code MetadataUnavailable}. Thread-safe.
 */
public final class QuotaService implements AutoCloseable {

    /** Writes that wait for room, beyond which they are told to come back. */
    private static final int MOST_WAITING = 1_000;
    /** Below the size of the pool of connections. */
    private static final int MOST_ASKING = 4;

    private static final Duration PAUSE = Duration.ofMillis(200);

    private static final Duration TEND = Duration.ofSeconds(1);
    private static final CompletableFuture<Reservation> UNLIMITED = CompletableFuture.completedFuture(Reservation.NONE);

    private final LimitDirectory limits;
    private final LeaseTable leases;
    private final Map<Long, QuotaLease> accounts = new ConcurrentHashMap<>();
    private final Semaphore waiting = new Semaphore(MOST_WAITING);
    private final Semaphore asking = new Semaphore(MOST_ASKING);
    private final Job job;

    private QuotaService(Jobs jobs, LimitDirectory limits, LeaseTable leases) {
        this.limits = limits;
        this.leases = leases;
        this.job = jobs.periodic(JobPlan.every("quota-leases", TEND).delayed(), this::tend);
    }

    /** Starts giving back what is not needed. Does not block. */
    public static QuotaService start(Jobs jobs, LimitDirectory limits, LeaseTable leases) {
        QuotaService book = new QuotaService(jobs, limits, leases);
        book.job.start();
        return book;
    }

    /** Whether a write to the bucket meets a limit at all. */
    public CompletableFuture<Boolean> isLimited(BucketId bucket) {
        return limits.of(bucket).thenApply(found -> !found.isEmpty());
    }

    /**
     * Takes room for a write. Does not block. Fails with {@code QuotaExceeded}, with {@code Busy}, or with
     * {@code MetadataUnavailable}.
     *
     * @param target what is written; where room is short, what it replaces is taken into account
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

    /** Tells the database what this node still needs of what it has leased. */
    private void tend(Job job) {
        accounts.forEach((quota, account) -> {
            try {
                if (account.tend()) {
                    accounts.remove(quota, account);
                }
            } catch (RuntimeException unavailable) {
                // The database, or a bug of ours, which must not keep the others from it: what is leased stays leased.
                job.failed(unavailable);
            }
        });
    }

    /** Stops giving back; what is leased ends with the node's membership. Blocks for at most ten seconds. */
    @Override
    public void close() {
        job.close();
    }
}
