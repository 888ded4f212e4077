package dev.ose.server.node;

import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Reports this node every two seconds and carries out the order to drain that it finds. While the database is
 * unavailable the last order stays in force.
 */
public final class NodeReporter implements AutoCloseable {

    private static final Duration PERIOD = Duration.ofSeconds(2);

    private final NodeReports reports;
    private final Identity identity;
    private final ThisNode node;
    private final Clock clock;
    private final Job job;
    /** Confined to the job. */
    private @Nullable Duration clockAhead;

    /**
     * A node and its build.
     *
     * @param name the same for each run of the node
     */
    public record Identity(String name, String version) {}

    private NodeReporter(Jobs jobs, NodeReports reports, Identity identity, ThisNode node, Clock clock) {
        this.reports = reports;
        this.identity = identity;
        this.node = node;
        this.clock = clock;
        this.job = jobs.periodic(JobPlan.every("node-report", PERIOD), _ -> report());
    }

    /**
     * Begins the run and the reports. Blocks on the database.
     *
     * @throws FailureException {@code MetadataUnavailable}
     */
    public static NodeReporter start(Jobs jobs, NodeReports reports, Identity identity, ThisNode node, Clock clock) {
        NodeReporter reporter = new NodeReporter(jobs, reports, identity, node, clock);
        reports.begin(identity.name(), identity.version(), node.report(null));
        reporter.job.start();
        return reporter;
    }

    private void report() {
        Instant sent = clock.instant();
        NodeReports.Answer answer = reports.report(identity.name(), identity.version(), node.report(clockAhead));
        // The database's time is taken somewhere between; half of the round trip is the error.
        Instant middle = sent.plus(Duration.between(sent, clock.instant()).dividedBy(2));
        clockAhead = Duration.between(answer.databaseTime(), middle);
        node.setDrained(answer.isToDrain());
    }

    /** Records the orderly stop. Blocks on the database. */
    @Override
    public void close() {
        job.close();
        try {
            reports.end(identity.name());
        } catch (FailureException unavailable) {
            // The node then counts as lost.
            job.failed(unavailable);
        }
    }
}
