package dev.ose.server.accounting.upload;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.jobs.QueueWorker;
import java.time.Duration;
import java.util.List;

/**
 * Corrects the recorded parts of uploads by those on the platform, if they may be wrong: a request had an unknown
 * outcome, a node died between the platform's answer and its record, a client used the platform directly, or a
 * lifecycle rule aborted the upload. Without it parts would be counted forever, or never. Runs on one thread of its own
 * with a few probes at a time; safe on several nodes at once.
 */
public final class UploadCheck implements AutoCloseable {

    private static final int UPLOADS_PER_PASS = 32;
    private static final Duration POLL = Duration.ofSeconds(1);

    private final UploadQueue queue;
    private final UploadProbe probe;
    private final QueueWorker<UploadQueue.Claim, BucketId> worker;

    private UploadCheck(Jobs jobs, UploadQueue queue, UploadProbe probe) {
        this.queue = queue;
        this.probe = probe;
        this.worker = new QueueWorker<>(
                jobs,
                JobPlan.every("upload-check", POLL),
                new Due(queue),
                new QueueWorker.Work<>(claim -> claim.upload().bucket(), probe::endpoint, this::settle));
    }

    /** Starts checking. Does not block. */
    public static UploadCheck start(Jobs jobs, UploadQueue queue, UploadProbe probe) {
        UploadCheck check = new UploadCheck(jobs, queue, probe);
        check.worker.start();
        return check;
    }

    /** An unavailable platform is no failure of this job; requests of clients report it. */
    private void settle(UploadQueue.Claim claim) {
        try {
            queue.settle(claim, probe.parts(claim.upload()));
        } catch (FailureException e) {
            queue.postpone(claim, e.failure() instanceof Failure.PlatformRefused);
        }
    }

    /** Stops after the probes under way; blocks for at most ten seconds. */
    @Override
    public void close() {
        worker.close();
    }

    private record Due(UploadQueue queue) implements QueueWorker.DueQueue<UploadQueue.Claim> {

        @Override
        public QueueWorker.Claimed<UploadQueue.Claim> claim(boolean isAnyFull) {
            List<UploadQueue.Claim> claimed = isAnyFull ? List.of() : queue.claim(UPLOADS_PER_PASS);
            return new QueueWorker.Claimed<>(claimed, claimed.size() == UPLOADS_PER_PASS);
        }

        @Override
        public void putBack(List<UploadQueue.Claim> refused) {
            refused.forEach(claim -> queue.postpone(claim, false));
        }
    }
}
