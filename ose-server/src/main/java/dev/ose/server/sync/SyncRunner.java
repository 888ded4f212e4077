package dev.ose.server.sync;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.sync.SyncRuns.Claim;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * Works on runs, one at a time on a thread of its own; safe on several nodes at once. Holds one page of each side in
 * memory, whatever the size of the bucket, and stores its position in the run's row, so that another node can continue.
 */
public final class SyncRunner implements AutoCloseable {

    /** A page of a thousand objects takes a second at worst; a node that needs longer has died. */
    private static final Duration LEASE = Duration.ofMinutes(3);

    /** The verifier probes each key once: it must not fall behind by more than this. */
    static final int MAX_BACKLOG = 20_000;

    private static final int MAX_ATTEMPTS = 8;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
    private static final Duration IDLE = Duration.ofSeconds(5);
    private static final Duration CATCH_UP_PAUSE = Duration.ofMillis(200);
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final SyncRuns runs;
    private final PlatformListing platform;
    private final RowListing rows;
    private final UploadComparison uploads;
    private final SyncSchedule schedule;
    private final Duration perPage;
    private final Runnable dirtyAppeared;
    private final LongAdder listed = new LongAdder();
    private final LongAdder different = new LongAdder();
    private final Job job;

    private SyncRunner(Jobs jobs, Sources sources, SyncSchedule schedule, int pagesPerSecond, Runnable dirtyAppeared) {
        this.runs = sources.runs();
        this.platform = sources.platform();
        this.rows = sources.rows();
        this.uploads = sources.uploads();
        this.schedule = schedule;
        this.perPage = Duration.ofSeconds(1).dividedBy(pagesPerSecond);
        this.dirtyAppeared = dirtyAppeared;
        this.job = jobs.queue(JobPlan.every("sync", IDLE), _ -> workOnce());
        jobs.metrics().count("ose.sync.objects", listed::sum);
        jobs.metrics().count("ose.sync.differences", different::sum);
    }

    /** The compared sides, and the store of runs. */
    public record Sources(SyncRuns runs, PlatformListing platform, RowListing rows, UploadComparison uploads) {}

    /**
     * Starts working. Does not block.
     *
     * @param pagesPerSecond maximum rate of listing requests to a platform, 1 to 1,000
     * @param dirtyAppeared called after keys were marked for verification; must be quick
     */
    public static SyncRunner start(
            Jobs jobs, Sources sources, SyncSchedule schedule, int pagesPerSecond, Runnable dirtyAppeared) {
        SyncRunner runner = new SyncRunner(jobs, sources, schedule, pagesPerSecond, dirtyAppeared);
        runner.job.start();
        return runner;
    }

    /** The number of objects of platforms compared. */
    public long listed() {
        return listed.sum();
    }

    /** The number of differences found. */
    public long different() {
        return different.sum();
    }

    /**
     * Works on one run; returns false if there was none. If this fails, the lease expires and the next node to claim
     * the run continues from its position.
     */
    private boolean workOnce() throws InterruptedException {
        if (schedule.isOn()) {
            runs.requestDue(schedule);
        }
        Optional<Claim> claim = runs.claim(LEASE);
        if (claim.isPresent()) {
            work(claim.get());
        }
        return claim.isPresent();
    }

    private void work(Claim claim) throws InterruptedException {
        Progress progress = claim.progress();
        boolean going = hasCaughtUp(claim, progress);
        while (going) {
            long asked = System.nanoTime();
            Optional<ListedPage> page = list(claim, progress);
            if (page.isEmpty()) {
                return;
            }
            BucketComparison found;
            try {
                found = BucketComparison.of(
                        claim.bucket(), progress.position(), page.get(), rows, BucketComparison.MAX_ROWS);
            } catch (UnorderedListingException e) {
                runs.finish(claim, SyncRun.State.FAILED, String.valueOf(e.getMessage()));
                return;
            }
            progress = progress.plus(found);
            going = record(claim, progress, found)
                    && (found.different().isEmpty() || hasCaughtUp(claim, progress))
                    && job.pause(perPage.minusNanos(System.nanoTime() - asked));
        }
        if (job.isStopping()) {
            runs.postpone(claim, "", Duration.ZERO);
        }
    }

    /** The next page; empty if the run is finished or must wait, which is then recorded. */
    private Optional<ListedPage> list(Claim claim, Progress progress) {
        try {
            Optional<ListedPage> page = platform.list(claim.bucket(), progress.position());
            if (page.isEmpty()) {
                runs.finish(claim, SyncRun.State.FAILED, "The bucket was deleted.");
            }
            return page;
        } catch (FailureException e) {
            putOff(claim, progress, "The platform could not list the bucket: ", e);
            return Optional.empty();
        }
    }

    private void putOff(Claim claim, Progress progress, String what, FailureException e) {
        String problem = what + e.failure().getClass().getSimpleName() + ".";
        if (claim.attempts() >= MAX_ATTEMPTS && progress.equals(claim.progress())) {
            runs.finish(claim, SyncRun.State.FAILED, problem);
        } else {
            runs.postpone(claim, problem, FIRST_PAUSE);
        }
    }

    /** Compares the uploads as the last step of a run, and ends the run. */
    private void finish(Claim claim, Progress progress) {
        try {
            uploads.compare(
                    claim.bucket(),
                    asked -> !job.isStopping() && runs.advance(claim, progress.withUploads(asked), List.of(), LEASE));
            if (!job.isStopping()) {
                runs.finish(claim, SyncRun.State.DONE, "");
            }
        } catch (FailureException e) {
            if (e.failure() instanceof Failure.PlatformRefused) {
                runs.finish(claim, SyncRun.State.DONE, "The platform does not list uploads of the bucket.");
            } else {
                putOff(claim, progress, "The platform could not list the uploads of the bucket: ", e);
            }
        }
    }

    /** Records a step; returns whether there is more to do. */
    private boolean record(Claim claim, Progress progress, BucketComparison found) {
        listed.add(found.listed());
        different.add(found.different().size());
        if (!runs.advance(claim, progress, found.different(), LEASE)) {
            return false;
        }
        if (!found.different().isEmpty()) {
            dirtyAppeared.run();
        }
        if (found.finished()) {
            finish(claim, progress);
        }
        return !found.finished();
    }

    /**
     * Waits if the verifier is far behind, for a limited time: the platform may be in trouble, and other buckets wait
     * for this thread. Returns false if the run was postponed or lost, or the node is stopping.
     */
    private boolean hasCaughtUp(Claim claim, Progress progress) throws InterruptedException {
        long until = System.nanoTime() + TIMEOUT.toNanos();
        while (runs.backlog(claim.bucket(), MAX_BACKLOG) >= MAX_BACKLOG) {
            if (System.nanoTime() - until > 0) {
                runs.postpone(claim, "Too many keys wait for verification.", FIRST_PAUSE);
                return false;
            }
            dirtyAppeared.run();
            if (!job.pause(CATCH_UP_PAUSE) || !runs.advance(claim, progress, List.of(), LEASE)) {
                return false;
            }
        }
        return true;
    }

    /** Stops after the page under way; blocks for at most ten seconds. Another node can claim the run at once. */
    @Override
    public void close() {
        job.close();
    }
}
