package dev.ose.server.s3;

import dev.ose.s3.document.ResultDocument;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketLocation.html">GetBucketLocation</a>: the region
 * that clients sign for, which is ours and not the platform's.
 */
final class GetBucketLocation {

    private final OperationContext context;

    GetBucketLocation(OperationContext context) {
        this.context = context;
    }

    void perform() {
        context.answer()
                .document(200, new ResultDocument.Location(context.bucket().region()).toBytes());
    }
}
