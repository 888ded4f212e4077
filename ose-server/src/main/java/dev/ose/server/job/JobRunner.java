package dev.ose.server.job;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobHealth;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/**
 * Works on jobs, each on a thread of its own; safe on several nodes at once. A job is worked on for some seconds and
 * then waits behind those of other tenants. A part of the threads is kept free of each platform, so that one that is
 * slow leaves some to tenants of others. If a node dies, another continues its jobs from their positions.
 */
public final class JobRunner implements AutoCloseable {

    /** A step is a page, which takes seconds; claims are extended while one takes longer. */
    private static final Duration LEASE = Duration.ofMinutes(3);

    private static final Duration POLL = Duration.ofSeconds(1);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final Duration MOMENT = Duration.ofMillis(50);

    private final JobStore store;
    private final JobWork work;
    private final Limits limits;
    private final JobHealth steps;
    private final Map<JobClaim, Thread> running = new ConcurrentHashMap<>();
    private final Job job;

    private JobRunner(Jobs jobs, JobStore store, JobSites sites, JobParts parts, Limits limits) {
        LongAdder done = new LongAdder();
        LongAdder failed = new LongAdder();
        this.store = store;
        this.limits = limits;
        this.job = jobs.queue(JobPlan.every("tenant-jobs", POLL), _ -> takeOne());
        this.work = new JobWork(store, sites, parts, limits, new JobWork.Progress(done, failed, job::isStopping));
        this.steps = jobs.health("tenant-jobs-steps");
        jobs.metrics().count("ose.jobs.done", done::sum);
        jobs.metrics().count("ose.jobs.failed", failed::sum);
        jobs.metrics().show("ose.jobs.running", "", running::size);
    }

    /**
     * The bounds of jobs.
     *
     * @param perNode how many this node works on at a time; 0 for none
     * @param perTenant how many of a tenant all nodes work on at a time
     * @param failures how many failures are kept of each job
     * @param lease how long a node that has died keeps its jobs
     * @param slice how long a job is worked on before others have their turn
     * @param backlog how many keys of a bucket wait for verification, counted up to {@link #MAX_BACKLOG}
     */
    public record Limits(
            int perNode, int perTenant, int failures, Duration lease, Duration slice, ToIntFunction<BucketId> backlog) {

        /** Deletions of versions are verified key by key, which must not fall behind by more than this. */
        public static final int MAX_BACKLOG = 20_000;

        private static final Duration DEFAULT_SLICE = Duration.ofSeconds(10);

        public Limits(int perNode, int perTenant, int failures, ToIntFunction<BucketId> backlog) {
            this(perNode, perTenant, failures, LEASE, DEFAULT_SLICE, backlog);
        }

        int perPlatform() {
            return Math.max(1, perNode - perNode / 4);
        }
    }

    /** Starts working. Does not block. */
    public static JobRunner start(Jobs jobs, JobStore store, JobSites sites, JobParts parts, Limits limits) {
        JobRunner runner = new JobRunner(jobs, store, sites, parts, limits);
        runner.job.start();
        return runner;
    }

    /** Looks for jobs at once. Never blocks. */
    public void wake() {
        job.wake();
    }

    /** Takes a job that is due; returns whether there may be more. */
    private boolean takeOne() {
        store.extend(List.copyOf(running.keySet()), limits.lease());
        if (running.size() >= limits.perNode()) {
            return false;
        }
        Optional<JobClaim> claim = store.claim(full(), limits.perTenant(), limits.lease());
        claim.ifPresent(this::begin);
        return claim.isPresent();
    }

    /** The platforms whose jobs have as many threads as they may. */
    private Collection<PlatformId> full() {
        return running.keySet().stream()
                .collect(Collectors.groupingBy(JobClaim::platform, Collectors.counting()))
                .entrySet()
                .stream()
                .filter(entry -> entry.getValue() >= limits.perPlatform())
                .map(Map.Entry::getKey)
                .toList();
    }

    private void begin(JobClaim claim) {
        Thread thread = Thread.ofVirtual().name("tenant-job-" + claim.id()).unstarted(() -> {
            try {
                work.work(claim);
                steps.succeeded();
            } catch (RuntimeException e) {
                // The database, or a bug: the lease expires and the job is taken again.
                steps.failed(e);
            } finally {
                running.remove(claim);
                job.wake();
            }
        });
        running.put(claim, thread);
        thread.start();
    }

    /** Stops after the steps under way; blocks for at most half a minute. Other nodes can take the jobs at once. */
    @Override
    public void close() {
        job.close();
        long until = System.nanoTime() + TIMEOUT.toNanos();
        for (Thread thread : List.copyOf(running.values())) {
            join(thread, until);
        }
    }

    private static void join(Thread thread, long until) {
        try {
            thread.join(Duration.ofNanos(Math.max(MOMENT.toNanos(), until - System.nanoTime())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
