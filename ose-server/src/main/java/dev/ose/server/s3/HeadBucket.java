package dev.ose.server.s3;

/** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadBucket.html">HeadBucket</a>. */
final class HeadBucket {

    private final OperationContext context;

    HeadBucket(OperationContext context) {
        this.context = context;
    }

    void perform() {
        context.send(PlatformRequests.withoutBody(context), response -> {
            context.exchange()
                    .setResponseHeader("x-amz-bucket-region", context.bucket().region());
            int status = response.status();
            Relay.document(context, response, nothing -> context.answer().empty(status));
        });
    }
}
