package dev.ose.server.s3.document;

import dev.ose.server.s3.relay.PlatformRequests;

/** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadBucket.html">HeadBucket</a>. */
public final class HeadBucket {

    private HeadBucket() {}

    public static Response perform(DocumentRequest request) {
        int status = request.send(() -> PlatformRequests.withoutBody(request.context()))
                .status();
        return context -> {
            // A refused stranger must not learn that there is a bucket to be refused.
            if (status == 200 || !context.isAnonymous()) {
                context.exchange()
                        .setResponseHeader(
                                "x-amz-bucket-region", context.bucket().region());
            }
            context.answer().empty(status);
        };
    }
}
