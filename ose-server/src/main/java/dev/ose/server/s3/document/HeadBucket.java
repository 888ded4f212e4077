package dev.ose.server.s3.document;

import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.s3.relay.Relay;

/** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadBucket.html">HeadBucket</a>. */
public final class HeadBucket {

    private final OperationContext context;

    public HeadBucket(OperationContext context) {
        this.context = context;
    }

    public void perform() {
        context.send(PlatformRequests.withoutBody(context), response -> {
            int status = response.status();
            // A refusal must not disclose the bucket to an anonymous caller.
            if (status == 200 || !context.isAnonymous()) {
                context.exchange()
                        .setResponseHeader(
                                "x-amz-bucket-region", context.bucket().region());
            }
            Relay.document(context, response, nothing -> context.answer().empty(status));
        });
    }
}
