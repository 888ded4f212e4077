package dev.ose.server.s3.document;

import dev.ose.s3.error.S3ErrorCode;
import dev.ose.server.bucket.BucketDeletion;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformErrors;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.s3.relay.Relay;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.transfer.PlatformResponse;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucket.html">DeleteBucket</a>: the deletion is noted
 * in our row, the platform decides, then the row goes. A bucket that the platform no longer has is forgotten as well. If
 * somebody makes the bucket anew meanwhile, nobody can say which came first, and the platform is asked again.
 */
public final class DeleteBucket {

    private static final int MOST_ATTEMPTS = 3;

    private final OperationContext context;
    private final BucketStore buckets;
    private final TenantId tenant;
    private int attempts;
    private boolean wasDeleted;

    public DeleteBucket(OperationContext context) {
        this.context = context;
        this.buckets = context.services().buckets();
        this.tenant = context.identity().tenant();
    }

    public void perform() {
        context.block(() -> {
            BucketDeletion deletion = buckets.beginDeletion(tenant, context.bucket());
            context.resume(() -> ask(deletion));
        });
    }

    private void ask(BucketDeletion deletion) {
        attempts++;
        context.send(
                PlatformRequests.withoutBody(context),
                response -> answered(deletion, response),
                why -> cancel(deletion, () -> context.fail(why)));
    }

    private void answered(BucketDeletion deletion, PlatformResponse response) {
        int status = response.status();
        Relay.document(context, response, body -> {
            if (status == 204 || status == 200) {
                wasDeleted = true;
                complete(deletion, () -> context.answer().empty(204));
            } else if (status == 404 && PlatformErrors.isCode(body, S3ErrorCode.NO_SUCH_BUCKET)) {
                complete(deletion, () -> gone(body));
            } else {
                cancel(deletion, () -> PlatformErrors.answer(context, status, body));
            }
        });
    }

    private void gone(byte[] body) {
        if (wasDeleted) {
            context.answer().empty(204);
        } else {
            PlatformErrors.answer(context, 404, body);
        }
    }

    private void complete(BucketDeletion deletion, Runnable answer) {
        context.block(() -> {
            if (buckets.completeDeletion(tenant, deletion)) {
                context.resume(answer);
            } else if (attempts < MOST_ATTEMPTS) {
                perform();
            } else {
                context.resume(() -> context.fail(
                        new Failure.BucketBusy(context.bucket().name().value())));
            }
        });
    }

    private void cancel(BucketDeletion deletion, Runnable answer) {
        context.block(() -> {
            buckets.cancelDeletion(tenant, deletion);
            context.resume(answer);
        });
    }
}
