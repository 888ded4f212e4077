package dev.ose.server.s3.sharing;

import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.policy.ClientConditions;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.ownership.BucketBusyRetry;
import dev.ose.server.bucket.sharing.GrantSource;
import dev.ose.server.bucket.sharing.Grantee;
import dev.ose.server.bucket.sharing.Sharing;
import dev.ose.server.bucket.sharing.SharingChange;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.document.DroppedException;
import dev.ose.server.s3.document.PlatformReply;
import dev.ose.server.s3.document.Response;
import dev.ose.server.transfer.PlatformRequest;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A change of a bucket's sharing: on its platform first, which authorises by it, then in the database. One at a time
 * per bucket, over all nodes; others wait for some seconds and then fail with {@code OperationAborted}, as on S3. If
 * the outcome on the platform is unknown, the next change has to wait until a delayed one is impossible; a change that
 * is closed without a record and did nothing ends at once.
 */
final class SharingWrite implements AutoCloseable {

    private final DocumentRequest request;
    private final Sharing sharing;
    private final SharingChange change;

    /** Whether nothing is left to be done for the change here: it is recorded, or ends by itself. */
    private boolean isOver;

    private SharingWrite(DocumentRequest request, SharingChange change) {
        this.request = request;
        this.sharing = request.context().services().sharing();
        this.change = change;
    }

    /** The outcome of a request of the change. */
    enum Outcome {
        /** The platform has agreed. */
        MADE,
        /** It has surely done nothing. */
        REFUSED,
        /** The outcome is unknown. */
        UNKNOWN
    }

    /**
     * What became of a request.
     *
     * @param answering makes what answers that
     */
    record Sent(Outcome outcome, Supplier<Response> answering) {

        /** Renders the answer; may query the database, so changes have to be recorded before. */
        Response answer() {
            return answering.get();
        }

        boolean isMade() {
            return outcome == Outcome.MADE;
        }
    }

    /** Performs a change of a single request; the grantees are all that the source names from now on. */
    static Response perform(
            DocumentRequest request, Supplier<PlatformRequest> asked, GrantSource source, Set<Grantee> grantees) {
        try (SharingWrite write = begin(request)) {
            Sent sent = write.ask(asked);
            if (sent.isMade()) {
                write.record(source, () -> grantees);
            }
            return sent.answer();
        }
    }

    /** Waits for the bucket's turn. */
    static SharingWrite begin(DocumentRequest request) {
        Bucket bucket = request.context().bucket();
        Sharing sharing = request.context().services().sharing();
        return new SharingWrite(
                request, BucketBusyRetry.take(() -> request.database(() -> sharing.begin(bucket.id(), bucket.name()))));
    }

    /**
     * Sends a request of the change, unless what came before took so long that it is no longer the bucket's turn. If
     * its outcome is unknown, the next change has to wait.
     */
    Sent send(Supplier<PlatformRequest> asked) {
        step(() -> sharing.renew(change));
        return ask(asked);
    }

    private Sent ask(Supplier<PlatformRequest> asked) {
        try {
            PlatformReply reply = request.send(asked);
            if (isUnknown(reply.status())) {
                return unknown(reply::error);
            }
            return new Sent(reply.isError() ? Outcome.REFUSED : Outcome.MADE, reply::relay);
        } catch (FailureException e) {
            Supplier<Response> answer = () -> context -> context.fail(e.failure());
            return e.failure() instanceof Failure.OutcomeUnknown ? unknown(answer) : new Sent(Outcome.REFUSED, answer);
        }
    }

    private Sent unknown(Supplier<Response> answer) {
        isOver = true;
        return new Sent(Outcome.UNKNOWN, answer);
    }

    /** Whether the outcome is unknown; only the excluded statuses from 500 on state that nothing was done. */
    private static boolean isUnknown(int status) {
        return status >= 500
                && status != S3ErrorCode.NOT_IMPLEMENTED.status()
                && status != S3ErrorCode.SLOW_DOWN.status();
    }

    /** Records the new grantees of the source, and ends the change; the supplier may block on the database. */
    void record(GrantSource source, Supplier<Set<Grantee>> grantees) {
        step(() -> sharing.record(request.context().bucket().tenant(), change, source, grantees.get()));
        isOver = true;
    }

    /** The same of a policy that replaced one that could not be read, and with it what the ACL had granted tenants. */
    void recordWholePolicy(Set<Grantee> grantees) {
        step(() -> sharing.recordWholePolicy(request.context().bucket().tenant(), change, grantees));
        isOver = true;
    }

    /** Records the policy's conditions on clients, within the change. */
    void recordConditions(ClientConditions conditions) {
        step(() -> sharing.recordConditions(change, conditions));
    }

    /** Whether the bucket's ACL grants whole tenants something, by our rows. */
    boolean isSharedWithTenantsByAcl() {
        boolean[] isShared = {false};
        step(() -> isShared[0] =
                sharing.isSharedWithTenantsByAcl(request.context().bucket().id()));
        return isShared[0];
    }

    @Override
    public void close() {
        if (!isOver) {
            step(() -> sharing.cancel(change));
        }
    }

    /**
     * A step in the database. If it fails, the change ends by itself. If it must not be run, the next change need not
     * wait for that: what the platform did is known by now.
     */
    private void step(Runnable step) {
        isOver = true;
        try {
            request.update(step);
            isOver = false;
        } catch (DroppedException e) {
            sharing.cancelSoon(change);
            throw e;
        }
    }
}
