package dev.ose.server.s3.document;

import dev.ose.server.s3.relay.OperationContext;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketVersioning.html">PutBucketVersioning</a>: that
 * the bucket may have versions is noted before it can have some, so that none is missed. Should the platform refuse,
 * this costs a few questions more than were needed.
 */
public final class WriteVersioning {

    private WriteVersioning() {}

    public static Response perform(DocumentRequest request) {
        OperationContext context = request.context();
        // Whatever is remembered of the bucket: of a new one a node may just be asking.
        request.update(() -> context.services()
                .buckets()
                .store()
                .noteVersions(context.bucket().id()));
        return PassThroughWrite.perform(request);
    }
}
