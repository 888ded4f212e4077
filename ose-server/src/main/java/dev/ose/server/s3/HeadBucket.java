package dev.ose.server.s3;

/** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadBucket.html">HeadBucket</a>. */
final class HeadBucket {

    private final OperationContext context;

    HeadBucket(OperationContext context) {
        this.context = context;
    }

    void perform() {
        context.send(PlatformRequests.withoutBody(context), response -> {
            int status = response.status();
            // A refused stranger must not learn that there is a bucket to be refused.
            if (status == 200 || !context.isAnonymous()) {
                context.exchange()
                        .setResponseHeader(
                                "x-amz-bucket-region", context.bucket().region());
            }
            Relay.document(context, response, nothing -> context.answer().empty(status));
        });
    }
}
