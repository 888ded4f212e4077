package dev.ose.server.s3.document;

import dev.ose.s3.document.ResultDocument;
import dev.ose.server.s3.relay.OperationContext;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketLocation.html">GetBucketLocation</a>: the
 * region that clients sign for, which is ours and not the platform's.
 */
public final class GetBucketLocation {

    private final OperationContext context;

    public GetBucketLocation(OperationContext context) {
        this.context = context;
    }

    public void perform() {
        context.answer()
                .document(200, new ResultDocument.Location(context.bucket().region()).toBytes());
    }
}
