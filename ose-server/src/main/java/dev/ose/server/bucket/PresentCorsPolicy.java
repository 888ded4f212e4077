package dev.ose.server.bucket;

import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The policy of the provider in memory, read every two seconds. While the database is unavailable the last one stays in
 * force up to a limit; then only the rules of buckets decide, because the provider may have withdrawn it since.
 * Thread-safe; {@link #now} never blocks.
 */
public final class PresentCorsPolicy implements AutoCloseable {

    private static final Duration PERIOD = Duration.ofSeconds(2);

    private final CorsPolicyStore store;
    private final Duration limit;
    private final LongSupplier nanoTime;
    private final Job job;
    private volatile Reading last;

    private PresentCorsPolicy(Jobs jobs, CorsPolicyStore store, Duration limit, LongSupplier nanoTime) {
        this.store = store;
        this.limit = limit;
        this.nanoTime = nanoTime;
        this.job = jobs.periodic(JobPlan.every("cors-policy", PERIOD).delayed(), _ -> read());
        this.last = new Reading(CorsPolicy.BUCKET_RULES, nanoTime.getAsLong());
    }

    /** A policy and when its reading began. */
    private record Reading(CorsPolicy policy, long at) {}

    /**
     * Reads the policy and starts the job. Blocks on the database.
     *
     * @param limit how long a policy stays in force after its last reading
     * @param nanoTime a clock like {@link System#nanoTime}
     */
    public static PresentCorsPolicy start(Jobs jobs, CorsPolicyStore store, Duration limit, LongSupplier nanoTime) {
        PresentCorsPolicy present = new PresentCorsPolicy(jobs, store, limit, nanoTime);
        try {
            present.read();
        } catch (FailureException unavailable) {
            // The job reads it as soon as the database is available.
            present.job.failed(unavailable);
        }
        present.job.start();
        return present;
    }

    public CorsPolicy now() {
        Reading known = last;
        return nanoTime.getAsLong() - known.at() <= limit.toNanos() ? known.policy() : CorsPolicy.BUCKET_RULES;
    }

    private void read() {
        long begin = nanoTime.getAsLong();
        last = new Reading(store.get().value(), begin);
    }

    @Override
    public void close() {
        job.close();
    }
}
