package dev.ose.server.s3;

import dev.ose.s3.error.S3ErrorCode;
import dev.ose.server.transfer.PlatformResponse;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucket.html">DeleteBucket</a>: the platform decides,
 * then our row goes. A bucket that the platform no longer has is forgotten as well.
 */
final class DeleteBucket {

    private final OperationContext context;

    DeleteBucket(OperationContext context) {
        this.context = context;
    }

    void perform() {
        context.send(PlatformRequests.withoutBody(context), this::answered);
    }

    private void answered(PlatformResponse response) {
        int status = response.status();
        Relay.document(context, response, body -> {
            if (status == 204 || status == 200) {
                forget(() -> context.answer().empty(204));
            } else if (status == 404 && PlatformErrors.isCode(body, S3ErrorCode.NO_SUCH_BUCKET)) {
                forget(() -> PlatformErrors.answer(context, status, body));
            } else {
                PlatformErrors.answer(context, status, body);
            }
        });
    }

    private void forget(Runnable answer) {
        context.block(() -> {
            context.services()
                    .buckets()
                    .remove(context.identity().tenant(), context.bucket().id());
            context.resume(answer);
        });
    }
}
