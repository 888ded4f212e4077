package dev.ose.server.s3;

import dev.ose.s3.error.S3ErrorCode;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.GrantSource;
import dev.ose.server.bucket.Grantee;
import dev.ose.server.bucket.Sharing;
import dev.ose.server.bucket.SharingChange;
import dev.ose.server.failure.Failure;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformResponse;
import java.util.Set;

/**
 * Changes whom a bucket is shared with: on its platform first, which decides by that, and once it has agreed in our rows. One
 * at a time for each bucket, on all nodes; others wait for some seconds and are then {@code OperationAborted}, as on S3. Where
 * nobody can tell whether the platform makes the change, or still will, the next one has to come after that is over.
 */
final class SharingWrite {

    private final OperationContext context;
    private final Sharing sharing;
    private final GrantSource source;
    private final Set<Grantee> grantees;

    private SharingWrite(OperationContext context, GrantSource source, Set<Grantee> grantees) {
        this.context = context;
        this.sharing = context.services().sharing();
        this.source = source;
        this.grantees = grantees;
    }

    /** Sends the change and answers; the grantees are all that the source names from now on. */
    static void send(OperationContext context, PlatformRequest request, GrantSource source, Set<Grantee> grantees) {
        new SharingWrite(context, source, grantees).send(request);
    }

    private void send(PlatformRequest request) {
        Bucket bucket = context.bucket();
        BucketTurn.take(
                context,
                () -> sharing.begin(bucket.id(), bucket.name()),
                change -> context.send(request, response -> answered(change, response), why -> failed(change, why)));
    }

    private void answered(SharingChange change, PlatformResponse response) {
        if (isUnknown(response.status())) {
            Relay.error(context, response);
        } else if (Relay.isError(response.status())) {
            end(change, () -> Relay.error(context, response));
        } else {
            Relay.outcome(context, response, body -> record(change, response, body), why -> failed(change, why));
        }
    }

    /** Of a platform's own trouble only these say that nothing was done. */
    private static boolean isUnknown(int status) {
        return status >= 500
                && status != S3ErrorCode.NOT_IMPLEMENTED.status()
                && status != S3ErrorCode.SLOW_DOWN.status();
    }

    private void failed(SharingChange change, Failure why) {
        if (why instanceof Failure.OutcomeUnknown) {
            context.fail(why);
        } else {
            end(change, () -> context.fail(why));
        }
    }

    private void end(SharingChange change, Runnable answer) {
        block(change, () -> {
            sharing.cancel(change);
            context.resume(answer);
        });
    }

    private void record(SharingChange change, PlatformResponse response, byte[] body) {
        Bucket bucket = context.bucket();
        block(change, () -> {
            sharing.record(bucket.tenant(), change, source, grantees);
            context.resume(() -> DocumentAnswer.relay(context, response, body));
        });
    }

    /** What the platform did is known by now, so that the next change need not wait even if this step must not be run. */
    private void block(SharingChange change, Runnable step) {
        context.block(step, () -> sharing.cancelSoon(change));
    }
}
