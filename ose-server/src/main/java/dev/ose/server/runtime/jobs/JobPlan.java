package dev.ose.server.runtime.jobs;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What a job is called and when it runs.
 *
 * @param name a constant in kebab case; log lines and metrics carry it
 * @param period between the end of a run and the next
 * @param retry the same after a run that failed
 * @param isDelayed whether the first run waits for a period, too
 * @param isLastRun whether it runs once more when it is to stop
 * @param exclusive what keeps the nodes of a database from running it at once; empty if each node may
 */
public record JobPlan(
        String name,
        Duration period,
        Duration retry,
        boolean isDelayed,
        boolean isLastRun,
        Optional<Exclusive> exclusive) {

    /** Runs at once and then that often; so it does after a failure. */
    public static JobPlan every(String name, Duration period) {
        return new JobPlan(name, period, period, false, false, Optional.empty());
    }

    /** The same, but runs for the first time after a period. */
    public JobPlan delayed() {
        return new JobPlan(name, period, retry, true, isLastRun, exclusive);
    }

    /** The same, but runs once more when it is to stop. */
    public JobPlan withLastRun() {
        return new JobPlan(name, period, retry, isDelayed, true, exclusive);
    }

    /** The same, but waits for that long after a failure. */
    public JobPlan retriedAfter(Duration pause) {
        return new JobPlan(name, period, pause, isDelayed, isLastRun, exclusive);
    }

    /** The same, but a run is skipped while another node, or another thread, does work of the name {@code lock}. */
    public JobPlan alone(ExclusiveWork nodes, String lock) {
        return new JobPlan(name, period, retry, isDelayed, isLastRun, Optional.of(new Exclusive(nodes, lock)));
    }

    /** Among which nodes a job is alone, and by which name. */
    public record Exclusive(ExclusiveWork nodes, String lock) {

        <T> T run(Supplier<T> work) {
            return nodes.alone(lock, work);
        }
    }
}
