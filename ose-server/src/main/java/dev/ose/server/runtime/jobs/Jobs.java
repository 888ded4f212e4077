package dev.ose.server.runtime.jobs;

import java.time.Clock;

/** Makes the background work of a node, whose failures and metrics all reach the operator in one way. Thread-safe. */
public final class Jobs {

    private final JobMetrics metrics;
    private final OperatorEvents events;
    private final Clock clock;

    public Jobs(JobMetrics metrics, OperatorEvents events, Clock clock) {
        this.metrics = metrics;
        this.events = events;
        this.clock = clock;
    }

    /** A job that does something now and then; {@link Job#start} begins it. */
    public Job periodic(JobPlan plan, Job.Task task) {
        return queue(plan, job -> {
            task.run(job);
            return false;
        });
    }

    /** A job that works through what waits: it runs again at once as long as there may be more. */
    public Job queue(JobPlan plan, Job.Step step) {
        return new Job(plan, health(plan.name()), step);
    }

    /** Counts and reports for work that has threads of its own, such as each of many things that a job takes. */
    public JobHealth health(String name) {
        JobHealth health = new JobHealth(name, events, clock);
        metrics.show(health);
        return health;
    }

    /** Where a job declares its own metrics. */
    public JobMetrics metrics() {
        return metrics;
    }

    /** Where a job reports what an operator must hear of. */
    public OperatorEvents events() {
        return events;
    }
}
