package dev.ose.server.tenant;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobHealth;
import dev.ose.server.runtime.jobs.JobMetrics;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Compares all users with their platforms once an interval, on one node of the cluster, a page a second. If the node
 * dies, another one continues after the last page; if a platform was unavailable, the same node continues once it
 * answers. A platform that stays unavailable is skipped after a while and compared in the next run.
 */
public final class ReconciliationSchedule implements AutoCloseable {

    /** Longer than a page that waits for its platform at each user. */
    private static final Duration LEASE = Duration.ofMinutes(30);

    private static final String NAME = "reconciliation";
    private static final Duration POLL_INTERVAL = Duration.ofMinutes(1);
    private static final Duration PAGE_INTERVAL = Duration.ofSeconds(1);
    private static final Duration PAUSE_BEHIND_PROBLEM = Duration.ofMinutes(5);
    /** The time that a run waits for a platform: longer than a restart. */
    private static final Duration TIMEOUT = Duration.ofHours(1);

    /** Yields to a page requested through the admin API. */
    private static final Duration PAUSE_WHILE_BUSY = Duration.ofSeconds(10);

    private final Reconciliation reconciliation;
    private final ReconciliationRuns runs;
    private final Pace pace;
    private final Job job;
    private final JobHealth pages;
    private final AtomicLong checked = new AtomicLong();
    private final AtomicLong found = new AtomicLong();
    private final AtomicLong repaired = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();

    /**
     * The interval, mode and rate of runs.
     *
     * @param usersPerSecond maximum load on the platforms
     */
    public record Pace(Duration interval, boolean repair, int usersPerSecond) {}

    /** Creates the schedule; {@link #start} begins the work. */
    public ReconciliationSchedule(Jobs jobs, Reconciliation reconciliation, ReconciliationRuns runs, Pace pace) {
        this.reconciliation = reconciliation;
        this.runs = runs;
        this.pace = pace;
        this.job = jobs.periodic(JobPlan.every(NAME, POLL_INTERVAL), _ -> countedRunDue());
        this.pages = jobs.health(NAME + "-pages");
        JobMetrics metrics = jobs.metrics();
        metrics.count("ose.reconciliation.users", checked::get);
        metrics.count("ose.reconciliation.drifts", found::get);
        metrics.count("ose.reconciliation.repairs", repaired::get);
        metrics.count("ose.reconciliation.failures", failures::get);
    }

    /** Starts looking for due runs every minute; to be called once. Does not block. */
    public ReconciliationSchedule start() {
        job.start();
        return this;
    }

    private void countedRunDue() throws InterruptedException {
        try {
            runDue();
        } catch (RuntimeException unavailable) {
            failures.incrementAndGet();
            throw unavailable;
        }
    }

    /** Executes the due run, if there is one that no other node has claimed. Blocks on database and platform. */
    public void runDue() throws InterruptedException {
        Optional<ReconciliationRuns.Claim> claim = runs.claim(pace.interval(), LEASE);
        if (claim.isPresent()) {
            run(claim.get());
        }
    }

    private void run(ReconciliationRuns.Claim claim) throws InterruptedException {
        @Nullable UserId after = claim.after();
        Reconciliation.Without without = new Reconciliation.Without(
                claim.skippedPlatforms(), claim.waited().compareTo(TIMEOUT) >= 0);
        do {
            Optional<Reconciliation.Part> part = page(claim, after, without);
            if (part.isEmpty() || !runs.advance(claim, count(part.get()), LEASE)) {
                return;
            }
            after = part.get().report().next();
            // The run waits for another unavailable platform as long as for the first.
            without = new Reconciliation.Without(part.get().skippedPlatforms(), false);
        } while (after != null && job.pause(PAGE_INTERVAL));
        if (after != null) {
            // The node is stopping: another one need not wait for the end of the lease.
            runs.postpone(claim, "", Duration.ZERO);
        }
    }

    /** Empty if the page failed; the run is released then. */
    private Optional<Reconciliation.Part> page(
            ReconciliationRuns.Claim claim, @Nullable UserId after, Reconciliation.Without without) {
        try {
            Reconciliation.Part part = reconciliation.run(after, pace.usersPerSecond(), pace.repair(), without);
            pages.succeeded();
            return Optional.of(part);
        } catch (FailureException e) {
            if (e.failure() instanceof Failure.Busy) {
                runs.postpone(claim, "", PAUSE_WHILE_BUSY);
            } else {
                brokeOff(claim, e);
            }
            return Optional.empty();
        } catch (RuntimeException e) {
            // For instance a platform missing from this node's options: another node, or a later attempt, may succeed.
            brokeOff(claim, e);
            return Optional.empty();
        }
    }

    private void brokeOff(ReconciliationRuns.Claim claim, RuntimeException cause) {
        failures.incrementAndGet();
        pages.failed(cause);
        runs.postpone(claim, FailureException.codeOf(cause), PAUSE_BEHIND_PROBLEM);
    }

    private ReconciliationRuns.Page count(Reconciliation.Part part) {
        Reconciliation.Report report = part.report();
        int mended = (int) report.findings().stream()
                .filter(Reconciliation.Finding::isRepaired)
                .count();
        checked.addAndGet(report.checked());
        found.addAndGet(report.findings().size());
        repaired.addAndGet(mended);
        return new ReconciliationRuns.Page(
                report.checked(),
                report.findings().size(),
                mended,
                report.next(),
                part.skippedPlatforms(),
                part.skipped());
    }

    /** The number of users that this node has compared. */
    public long checked() {
        return checked.get();
    }

    /** The number of differences found. */
    public long found() {
        return found.get();
    }

    /** The number of differences repaired. */
    public long repaired() {
        return repaired.get();
    }

    /** The number of interruptions by an unavailable platform or database. */
    public long failures() {
        return failures.get();
    }

    /**
     * Stops after the page under way; blocks for at most ten seconds. If the page takes longer, another node repeats
     * it.
     */
    @Override
    public void close() {
        job.close();
    }
}
