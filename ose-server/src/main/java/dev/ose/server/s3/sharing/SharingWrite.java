package dev.ose.server.s3.sharing;

import dev.ose.s3.error.S3ErrorCode;
import dev.ose.s3.policy.ClientConditions;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.sharing.GrantSource;
import dev.ose.server.bucket.sharing.Grantee;
import dev.ose.server.bucket.sharing.Sharing;
import dev.ose.server.bucket.sharing.SharingChange;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.document.BucketBusyRetry;
import dev.ose.server.s3.document.IdentityRewriter;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.Relay;
import dev.ose.server.transfer.PlatformRequest;
import dev.ose.server.transfer.PlatformResponse;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Changes whom a bucket is shared with: on its platform first, which decides by that, and once it has agreed in our rows. One
 * at a time for each bucket, on all nodes; others wait for some seconds and are then {@code OperationAborted}, as on S3. Where
 * nobody can tell whether the platform makes the change, or still will, the next one has to come after that is over.
 */
final class SharingWrite {

    private final OperationContext context;
    private final Sharing sharing;
    private final SharingChange change;

    private SharingWrite(OperationContext context, SharingChange change) {
        this.context = context;
        this.sharing = context.services().sharing();
        this.change = change;
    }

    /** Sends the change and answers; the grantees are all that the source names from now on. */
    static void send(OperationContext context, PlatformRequest request, GrantSource source, Set<Grantee> grantees) {
        begin(
                context,
                write -> write.sendNow(request, answer -> write.record(source, () -> grantees, answer), write::end));
    }

    /** Waits for the bucket's turn. What is begun has to be sent, recorded or ended. */
    static void begin(OperationContext context, Consumer<SharingWrite> next) {
        Bucket bucket = context.bucket();
        BucketBusyRetry.take(
                context,
                () -> context.services().sharing().begin(bucket.id(), bucket.name()),
                change -> next.accept(new SharingWrite(context, change)));
    }

    /** Sends the only request of the change, and answers unless the platform has made it. */
    void send(PlatformRequest request, Consumer<Runnable> made) {
        send(request, made, this::end);
    }

    /**
     * Sends a request of the change, unless what came before took so long that it is no longer the bucket's turn. If nobody can
     * tell what became of it that is answered, and the next change has to wait.
     *
     * @param made goes on once the platform has agreed, and takes what relays its answer
     * @param refused goes on where it has surely done nothing, and takes what answers that
     */
    void send(PlatformRequest request, Consumer<Runnable> made, Consumer<Runnable> refused) {
        block(() -> {
            sharing.renew(change);
            context.resume(() -> sendNow(request, made, refused));
        });
    }

    private void sendNow(PlatformRequest request, Consumer<Runnable> made, Consumer<Runnable> refused) {
        context.send(request, response -> answered(response, made, refused), why -> failed(why, refused));
    }

    private void answered(PlatformResponse response, Consumer<Runnable> made, Consumer<Runnable> refused) {
        if (isUnknown(response.status())) {
            Relay.error(context, response);
        } else if (Relay.isError(response.status())) {
            refused.accept(() -> Relay.error(context, response));
        } else {
            Relay.outcome(
                    context,
                    response,
                    body -> made.accept(() -> IdentityRewriter.relay(context, response, body)),
                    why -> failed(why, refused));
        }
    }

    /** Of a platform's own trouble only these say that nothing was done. */
    private static boolean isUnknown(int status) {
        return status >= 500
                && status != S3ErrorCode.NOT_IMPLEMENTED.status()
                && status != S3ErrorCode.SLOW_DOWN.status();
    }

    private void failed(Failure why, Consumer<Runnable> refused) {
        if (why instanceof Failure.OutcomeUnknown) {
            context.fail(why);
        } else {
            refused.accept(() -> context.fail(why));
        }
    }

    /** Ends a change of which the platform has made nothing. */
    void end(Runnable answer) {
        block(() -> {
            sharing.cancel(change);
            context.resume(answer);
        });
    }

    /** Records whom the source names from now on, and ends the change; the grantees may be looked for in the database. */
    void record(GrantSource source, Supplier<Set<Grantee>> grantees, Runnable answer) {
        block(() -> {
            sharing.record(context.bucket().tenant(), change, source, grantees.get());
            context.resume(answer);
        });
    }

    /** The same of a policy that replaced one that could not be read, and with it what the ACL had granted tenants. */
    void recordWholePolicy(Set<Grantee> grantees, Runnable answer) {
        block(() -> {
            sharing.recordWholePolicy(context.bucket().tenant(), change, grantees);
            context.resume(answer);
        });
    }

    /** Records what the policy asks of clients, and goes on within the change. */
    void recordConditions(ClientConditions conditions, Runnable next) {
        block(() -> {
            sharing.recordConditions(change, conditions);
            context.resume(next);
        });
    }

    /** Goes on with what our rows say, by which the change may still be ended. */
    void ask(Predicate<Sharing> question, Consumer<Boolean> next) {
        block(() -> {
            boolean answer = question.test(sharing);
            context.resume(() -> next.accept(answer));
        });
    }

    /** What the platform did is known by now, so that the next change need not wait even if this step must not be run. */
    private void block(Runnable step) {
        context.block(step, () -> sharing.cancelSoon(change));
    }
}
