package dev.ose.server.s3;

import dev.ose.s3.error.S3ErrorCode;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.GrantSource;
import dev.ose.server.bucket.Grantee;
import dev.ose.server.bucket.Sharing;
import dev.ose.server.bucket.SharingChange;
import dev.ose.server.failure.Failure;
import dev.ose.server.failure.FailureException;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformResponse;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Changes whom a bucket is shared with: on its platform first, which decides by that, and once it has agreed in our rows. One
 * at a time for each bucket, on all nodes; others wait for some seconds and are then {@code OperationAborted}, as on S3. Where
 * nobody can tell whether the platform makes the change, or still will, the next one has to come after that is over.
 */
final class SharingWrite {

    /** Together six to ten seconds: more than a client that shares a bucket with many, one at a time and in parallel, needs. */
    private static final int MAX_WAITS = 10;

    private static final long SHORTEST_WAIT_MILLIS = 50;
    private static final long LONGEST_WAIT_MILLIS = 1_600;

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
        begin(0, change -> context.send(request, response -> answered(change, response), why -> failed(change, why)));
    }

    private void begin(int waits, Consumer<SharingChange> next) {
        Bucket bucket = context.bucket();
        context.block(() -> {
            try {
                SharingChange change = sharing.begin(bucket.id(), bucket.name());
                context.resume(() -> next.accept(change));
            } catch (FailureException e) {
                if (waits == MAX_WAITS || !(e.failure() instanceof Failure.BucketBusy)) {
                    throw e;
                }
                context.resume(() -> context.await(pause(waits), paused -> begin(waits + 1, next)));
            }
        });
    }

    /** Longer each time, and not the same for all who wait. */
    private static CompletableFuture<Void> pause(int waits) {
        long most = Math.min(LONGEST_WAIT_MILLIS, SHORTEST_WAIT_MILLIS << waits);
        long millis = ThreadLocalRandom.current().nextLong(most / 2, most);
        return new CompletableFuture<Void>().completeOnTimeout(null, millis, TimeUnit.MILLISECONDS);
    }

    private void answered(SharingChange change, PlatformResponse response) {
        if (isUnknown(response.status())) {
            Relay.error(context, response);
        } else if (Relay.isError(response.status())) {
            end(change, () -> Relay.error(context, response));
        } else {
            Relay.document(context, response, body -> record(change, response, body), why -> failed(change, why));
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
