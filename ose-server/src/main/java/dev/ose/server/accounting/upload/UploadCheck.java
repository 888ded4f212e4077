package dev.ose.server.accounting.upload;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.fairness.PerEndpointQueue;
import dev.ose.server.runtime.jobs.BackgroundThread;
import dev.ose.server.runtime.jobs.FailureRun;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Makes the books of uploads say what the platform keeps, wherever they may be wrong: a request had an unknown outcome, a node died
 * between the platform's answer and its note, a client asked the platform directly, or a rule of the bucket ended the upload.
 * Without it parts would be counted for ever, or never. Runs on one thread of its own with a few questions at a time; every
 * node may do so.
 */
public final class UploadCheck implements AutoCloseable {

    private static final int UPLOADS_PER_PASS = 32;
    private static final long POLL_MILLIS = 1_000;

    private final UploadQueue queue;
    private final UploadProbe probe;
    private final Failures failures;
    private final Semaphore wanted = new Semaphore(0);
    private final PerEndpointQueue<UploadQueue.Claim, BucketId> lines;
    private final BackgroundThread thread;

    /**
     * Who is told of failures.
     *
     * @param claims of taking uploads out of the queue
     * @param answers of writing into the books what the platform told
     */
    public record Failures(FailureRun claims, FailureRun answers) {}

    private UploadCheck(UploadQueue queue, UploadProbe probe, Failures failures) {
        this.queue = queue;
        this.probe = probe;
        this.failures = failures;
        this.lines = new PerEndpointQueue<>(
                "upload-", claim -> claim.upload().bucket(), probe::endpoint, this::check, this::wake);
        this.thread = new BackgroundThread("upload-check", this::checkUntilClosed);
    }

    /** Starts checking. Does not block. */
    public static UploadCheck start(UploadQueue queue, UploadProbe probe, Failures failures) {
        UploadCheck check = new UploadCheck(queue, probe, failures);
        check.thread.start();
        return check;
    }

    private void wake() {
        if (wanted.availablePermits() == 0) {
            wanted.release();
        }
    }

    private void checkUntilClosed() throws InterruptedException {
        while (!thread.isStopping()) {
            if (!pass() && wanted.tryAcquire(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                wanted.drainPermits();
            }
        }
    }

    /** Takes more uploads and waits for none of them; whether there may be more at once. */
    private boolean pass() {
        try {
            if (lines.isAnyFull()) {
                return false;
            }
            List<UploadQueue.Claim> claimed = queue.claim(UPLOADS_PER_PASS);
            lines.enter(claimed).forEach(claim -> queue.postpone(claim, false));
            failures.claims.succeeded();
            return claimed.size() == UPLOADS_PER_PASS;
        } catch (RuntimeException unavailable) {
            // The database, or a bug of ours, which must not end the work for good. Claims that are not followed run
            // out.
            failures.claims.failed(unavailable);
            return false;
        }
    }

    private void check(UploadQueue.Claim claim) {
        try {
            settle(claim);
            failures.answers.succeeded();
        } catch (RuntimeException unavailable) {
            // As above: the claim runs out, and the upload is handed out again.
            failures.answers.failed(unavailable);
        }
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
        thread.stop();
        wake();
        thread.close();
        lines.close();
    }
}
