package dev.ose.server.job;

import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobHealth;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Duration;
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
    private final Times times;
    private volatile @Nullable Running running;

    private TenantPurgeRunner(Jobs jobs, TenantPurgeStore store, TenantPurgeParts parts, Times times) {
        this.store = store;
        this.times = times;
        this.job = jobs.queue(JobPlan.every("tenant-purges", POLL), _ -> takeOne());
        this.work = new TenantPurgeWork(store, parts, job::isStopping);
        this.steps = jobs.health("tenant-purges-steps");
    }

    /**
     * The times of a node's lease of a removal.
     *
     * @param length how long the removal is this node's after the lease was renewed
     * @param renewal how old it is when it is renewed
     * @param trust how old it may be when a request begins that deletes, which has the rest of it to end
     */
    public record Times(Duration length, Duration renewal, Duration trust) {

        /** A request to a platform ends within 90 seconds. */
        private static final Times USUAL =
                new Times(Duration.ofMinutes(3), Duration.ofSeconds(20), Duration.ofSeconds(80));
    }

    private record Running(TenantPurgeLease lease, Thread thread) {}

    /** Starts working. Does not block. */
    public static TenantPurgeRunner start(Jobs jobs, TenantPurgeStore store, TenantPurgeParts parts) {
        return start(jobs, store, parts, Times.USUAL);
    }

    /** The same with other times. */
    public static TenantPurgeRunner start(Jobs jobs, TenantPurgeStore store, TenantPurgeParts parts, Times times) {
        TenantPurgeRunner runner = new TenantPurgeRunner(jobs, store, parts, times);
        runner.job.start();
        return runner;
    }

    /** Looks for removals at once. Never blocks. */
    public void wake() {
        job.wake();
    }

    private boolean takeOne() {
        Running present = running;
        if (present == null) {
            TenantPurgeLease.take(store, times, System::nanoTime).ifPresent(this::begin);
        } else {
            present.lease().renewIfDue();
        }
        return false;
    }

    private void begin(TenantPurgeLease lease) {
        Thread thread = Thread.ofVirtual()
                .name("tenant-purge-" + lease.claim().tenant())
                .unstarted(() -> {
                    try {
                        work.work(lease);
                        steps.succeeded();
                    } catch (RuntimeException e) {
                        // The database, or a bug: the lease expires and the removal is taken again.
                        steps.failed(e);
                    } finally {
                        running = null;
                        job.wake();
                    }
                });
        running = new Running(lease, thread);
        thread.start();
    }

    /** Stops after the step under way; blocks for at most 20 seconds. */
    @Override
    public void close() {
        job.close();
        Running last = running;
        if (last == null) {
            return;
        }
        try {
            last.thread().join(TIMEOUT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
