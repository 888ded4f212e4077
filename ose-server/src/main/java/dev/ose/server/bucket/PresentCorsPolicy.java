package dev.ose.server.bucket;

import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Duration;

/**
 * The policy of the provider in memory, read every two seconds. While the database is unavailable the last one stays in
 * force. Thread-safe; {@link #now} never blocks.
 */
public final class PresentCorsPolicy implements AutoCloseable {

    private static final Duration PERIOD = Duration.ofSeconds(2);

    private final CorsPolicyStore store;
    private final Job job;
    private volatile CorsPolicy policy = CorsPolicy.BUCKET_RULES;

    private PresentCorsPolicy(Jobs jobs, CorsPolicyStore store) {
        this.store = store;
        this.job = jobs.periodic(JobPlan.every("cors-policy", PERIOD).delayed(), _ -> read());
    }

    /** Reads the policy and starts the job. Blocks on the database. */
    public static PresentCorsPolicy start(Jobs jobs, CorsPolicyStore store) {
        PresentCorsPolicy present = new PresentCorsPolicy(jobs, store);
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
        return policy;
    }

    private void read() {
        policy = store.get().value();
    }

    @Override
    public void close() {
        job.close();
    }
}
