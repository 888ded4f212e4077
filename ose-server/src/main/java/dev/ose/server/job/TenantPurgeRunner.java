package dev.ose.server.job;

import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobHealth;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Removes tenants with their data, one at a time on each node; safe on several nodes at once. If a node dies, another
 * one goes on with what is left.
 */
public final class TenantPurgeRunner implements AutoCloseable {

    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final TenantPurgeStore store;
    private final TenantPurgeWork work;
    private final JobHealth steps;
    private final Job job;
    private volatile @Nullable Thread running;

    private TenantPurgeRunner(Jobs jobs, TenantPurgeStore store, TenantPurgeParts parts) {
        this.store = store;
        this.job = jobs.queue(JobPlan.every("tenant-purges", POLL), _ -> takeOne());
        this.work = new TenantPurgeWork(store, parts, job::isStopping);
        this.steps = jobs.health("tenant-purges-steps");
    }

    /** Starts working. Does not block. */
    public static TenantPurgeRunner start(Jobs jobs, TenantPurgeStore store, TenantPurgeParts parts) {
        TenantPurgeRunner runner = new TenantPurgeRunner(jobs, store, parts);
        runner.job.start();
        return runner;
    }

    /** Looks for removals at once. Never blocks. */
    public void wake() {
        job.wake();
    }

    private boolean takeOne() {
        if (running == null) {
            Optional<TenantPurgeStore.Claim> claim = store.claim(TenantPurgeWork.LEASE);
            claim.ifPresent(this::begin);
        }
        return false;
    }

    private void begin(TenantPurgeStore.Claim claim) {
        Thread thread = Thread.ofVirtual()
                .name("tenant-purge-" + claim.tenant())
                .unstarted(() -> {
                    try {
                        work.work(claim);
                        steps.succeeded();
                    } catch (RuntimeException e) {
                        // The database, or a bug: the lease expires and the removal is taken again.
                        steps.failed(e);
                    } finally {
                        running = null;
                        job.wake();
                    }
                });
        running = thread;
        thread.start();
    }

    /** Stops after the step under way; blocks for at most 20 seconds. */
    @Override
    public void close() {
        job.close();
        Thread thread = running;
        if (thread == null) {
            return;
        }
        try {
            thread.join(TIMEOUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
