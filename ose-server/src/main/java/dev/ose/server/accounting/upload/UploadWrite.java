package dev.ose.server.accounting.upload;

import dev.ose.s3.PartNumber;
import dev.ose.server.ledger.WriteOutcome;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.failure.Futures;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The steps of a request about an upload for a thread that may wait: what became of it is noted before the caller goes
 * on.
 */
public final class UploadWrite {

    /** The platform does not have the upload, or no longer. */
    public static final int GONE = 404;

    private static final int REFUSED = 300;

    private final UploadTracker uploads;
    private final Upload upload;

    public UploadWrite(UploadTracker uploads, Upload upload) {
        this.uploads = uploads;
        this.upload = upload;
    }

    /** Sends a request and returns the answer. Notes an unknown outcome before it is thrown. Blocks. */
    public <T> T send(Supplier<T> request) {
        try {
            return request.get();
        } catch (FailureException e) {
            if (e.failure() instanceof Failure.OutcomeUnknown) {
                unsure();
            }
            throw e;
        }
    }

    /** Notes what this answer to a request to abort the upload means. Blocks. */
    public void abortAnswered(int status) {
        if (WriteOutcome.isUnknown(status)) {
            unsure();
        } else if (isOver(status)) {
            ended();
        }
    }

    /** Whether the upload is over for certain after this answer to a request to abort it. */
    public static boolean isOver(int status) {
        return status < REFUSED || status == GONE;
    }

    /** Notes that the upload exists. Blocks. */
    public void begun() {
        note(UploadChange.begun(upload));
    }

    /** Notes a part. Blocks. */
    public void stored(PartNumber part, NotedPart noted) {
        note(UploadChange.stored(upload, Map.of(part, noted)));
    }

    /** Notes that the outcome of a request is unknown, so that the upload is verified. Blocks. */
    public void unsure() {
        note(UploadChange.unsure(upload));
    }

    /** Notes that the upload is over. Blocks. */
    public void ended() {
        note(UploadChange.ended(upload));
    }

    private void note(UploadChange change) {
        Futures.await(uploads.note(change));
    }
}
