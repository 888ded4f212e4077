package dev.ose.server.runtime.jobs;

import java.time.Clock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Creates the background jobs of a node, whose failures and metrics are reported uniformly. Thread-safe. */
public final class Jobs {

    private final JobMetrics metrics;
    private final OperatorEvents events;
    private final Clock clock;
    private final List<JobHealth> healths = new CopyOnWriteArrayList<>();

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
        healths.add(health);
        return health;
    }

    /** The health of all work of this node, in the order in which it was created. */
    public List<JobHealth> healths() {
        return List.copyOf(healths);
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
