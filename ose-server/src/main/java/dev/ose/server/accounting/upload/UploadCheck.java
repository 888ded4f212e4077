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
 * Makes the books of uploads say what the platform keeps, wherever they may be wrong: a request had an unknown outcome, a node died
 * between the platform's answer and its note, a client asked the platform directly, or a rule of the bucket ended the upload.
 * Without it parts would be counted for ever, or never. Runs on one thread of its own with a few questions at a time; every
 * node may do so.
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

    /** That a platform is away is no failure of this work, and told by who asks it for clients. */
    private void settle(UploadQueue.Claim claim) {
        try {
            queue.settle(claim, probe.parts(claim.upload()));
        } catch (FailureException e) {
            queue.postpone(claim, e.failure() instanceof Failure.PlatformRefused);
        }
    }

    /** Stops after the questions under way; blocks for at most ten seconds. */
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
