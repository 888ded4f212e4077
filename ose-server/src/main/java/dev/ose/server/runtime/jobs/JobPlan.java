package dev.ose.server.runtime.jobs;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The name and schedule of a job.
 *
 * @param name a constant in kebab case, used in log lines and metrics
 * @param period between the end of a run and the next
 * @param retry the pause after a failed run
 * @param isDelayed whether the first run waits for a period as well
 * @param isLastRun whether the job runs once more when it stops
 * @param exclusive the lock that prevents concurrent runs on several nodes; empty if each node may run it
 */
public record JobPlan(
        String name,
        Duration period,
        Duration retry,
        boolean isDelayed,
        boolean isLastRun,
        Optional<Exclusive> exclusive) {

    /** Runs at once and then with this pause, also after a failure. */
    public static JobPlan every(String name, Duration period) {
        return new JobPlan(name, period, period, false, false, Optional.empty());
    }

    /** The same plan with a first run after a period. */
    public JobPlan delayed() {
        return new JobPlan(name, period, retry, true, isLastRun, exclusive);
    }

    /** The same plan with one more run when the job stops. */
    public JobPlan withLastRun() {
        return new JobPlan(name, period, retry, isDelayed, true, exclusive);
    }

    /** The same plan with another pause after a failure. */
    public JobPlan retriedAfter(Duration pause) {
        return new JobPlan(name, period, pause, isDelayed, isLastRun, exclusive);
    }

    /** The same plan with runs skipped while another node, or another thread, holds the lock of this name. */
    public JobPlan alone(ExclusiveWork nodes, String lock) {
        return new JobPlan(name, period, retry, isDelayed, isLastRun, Optional.of(new Exclusive(nodes, lock)));
    }

    /** A cluster-wide lock. */
    public record Exclusive(ExclusiveWork nodes, String lock) {

        <T> T run(Supplier<T> work) {
            return nodes.alone(lock, work);
        }
    }
}
