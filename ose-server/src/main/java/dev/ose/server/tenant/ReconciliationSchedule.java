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
 * Has all users compared with their platforms once an interval, by one node of all, a page a second. Whoever dies is followed by
 * another node, which goes on behind the last page; so does the same one once a platform that was away answers again. One that
 * stays away is not waited for without an end: the run does without it, and the next one asks it again.
 */
public final class ReconciliationSchedule implements AutoCloseable {

    /** Longer than a page takes that has to wait for its platform at each user. */
    private static final Duration LEASE = Duration.ofMinutes(30);

    private static final String NAME = "reconciliation";
    private static final Duration LOOK = Duration.ofMinutes(1);
    private static final Duration PAGE_INTERVAL = Duration.ofSeconds(1);
    private static final Duration PAUSE_BEHIND_PROBLEM = Duration.ofMinutes(5);
    /** How long a run waits for a platform: longer than one is away to be restarted. */
    private static final Duration PATIENCE = Duration.ofHours(1);

    /** Somebody who asked for a page is let pass. */
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
     * How often, how, and how fast.
     *
     * @param usersPerSecond what a platform is burdened with at most
     */
    public record Pace(Duration interval, boolean repair, int usersPerSecond) {}

    /** Prepares it; {@link #start} begins the work. */
    public ReconciliationSchedule(Jobs jobs, Reconciliation reconciliation, ReconciliationRuns runs, Pace pace) {
        this.reconciliation = reconciliation;
        this.runs = runs;
        this.pace = pace;
        this.job = jobs.periodic(JobPlan.every(NAME, LOOK), _ -> countedRunDue());
        this.pages = jobs.health(NAME + "-pages");
        JobMetrics metrics = jobs.metrics();
        metrics.count("ose.reconciliation.users", checked::get);
        metrics.count("ose.reconciliation.drifts", found::get);
        metrics.count("ose.reconciliation.repairs", repaired::get);
        metrics.count("ose.reconciliation.failures", failures::get);
    }

    /** Starts looking for work every minute; to be called once. Does not block. */
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

    /** Does the run that is due, if there is one and no other node does it. Blocks on database and platform. */
    public void runDue() throws InterruptedException {
        Optional<ReconciliationRuns.Claim> claim = runs.claim(pace.interval(), LEASE);
        if (claim.isPresent()) {
            run(claim.get());
        }
    }

    private void run(ReconciliationRuns.Claim claim) throws InterruptedException {
        @Nullable UserId after = claim.after();
        Reconciliation.Without without =
                new Reconciliation.Without(claim.passedOver(), claim.waited().compareTo(PATIENCE) >= 0);
        do {
            Optional<Reconciliation.Part> part = page(claim, after, without);
            if (part.isEmpty() || !runs.advance(claim, count(part.get()), LEASE)) {
                return;
            }
            after = part.get().report().next();
            // Another platform that is away is waited for as long.
            without = new Reconciliation.Without(part.get().passedOver(), false);
        } while (after != null && job.pause(PAGE_INTERVAL));
        if (after != null) {
            // The node stops: another one need not wait for the end of the lease.
            runs.postpone(claim, "", Duration.ZERO);
        }
    }

    /** Empty if it could not be done; the run is given back then. */
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
                brokeOff(claim, e.failure().getClass().getSimpleName(), e);
            }
            return Optional.empty();
        } catch (RuntimeException e) {
            // As of a platform that this node's options lack: another node, or another day, may go on.
            brokeOff(claim, e.getClass().getSimpleName(), e);
            return Optional.empty();
        }
    }

    private void brokeOff(ReconciliationRuns.Claim claim, String problem, RuntimeException cause) {
        failures.incrementAndGet();
        pages.failed(cause);
        runs.postpone(claim, problem, PAUSE_BEHIND_PROBLEM);
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
                report.checked(), report.findings().size(), mended, report.next(), part.passedOver(), part.skipped());
    }

    /** How many users this node has compared since its start. */
    public long checked() {
        return checked.get();
    }

    /** How many differences it has found. */
    public long found() {
        return found.get();
    }

    /** How many of them are none any more. */
    public long repaired() {
        return repaired.get();
    }

    /** How often it was broken off, by a platform or database that did not answer. */
    public long failures() {
        return failures.get();
    }

    /** Stops after the page under way, which another node repeats if it is waited for in vain; blocks for ten seconds at most. */
    @Override
    public void close() {
        job.close();
    }
}
