package dev.ose.server.runtime.jobs;

import java.time.Clock;

/** Creates the background jobs of a node, whose failures and metrics are reported uniformly. Thread-safe. */
public final class Jobs {

    private final JobMetrics metrics;
    private final OperatorEvents events;
    private final Clock clock;

    public Jobs(JobMetrics metrics, OperatorEvents events, Clock clock) {
        this.metrics = metrics;
        this.events = events;
        this.clock = clock;
    }

    /** A job that runs periodically; {@link Job#start} begins it. */
    public Job periodic(JobPlan plan, Job.Task task) {
        return queue(plan, job -> {
            task.run(job);
            return false;
        });
    }

    /** A job that processes a queue: it runs again at once as long as there may be more. */
    public Job queue(JobPlan plan, Job.Step step) {
        return new Job(plan, health(plan.name()), step);
    }

    /** Health of work that has threads of its own, such as the items that a job dispatches. */
    public JobHealth health(String name) {
        JobHealth health = new JobHealth(name, events, clock);
        metrics.show(health);
        return health;
    }

    /** For metrics of a job's own. */
    public JobMetrics metrics() {
        return metrics;
    }

    /** For events that an operator must know of. */
    public OperatorEvents events() {
        return events;
    }
}
