package dev.ose.server.s3.document;

import dev.ose.s3.document.ResultDocument;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketLocation.html">GetBucketLocation</a>: the
 * region that clients sign for, which is ours and not the platform's.
 */
public final class GetBucketLocation {

    private GetBucketLocation() {}

    public static Response perform(DocumentRequest request) {
        byte[] location = new ResultDocument.Location(request.context().bucket().region()).toBytes();
        return Response.document(location);
    }
}
