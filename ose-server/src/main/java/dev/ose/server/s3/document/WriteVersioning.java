package dev.ose.server.s3.document;

import dev.ose.server.s3.relay.OperationContext;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketVersioning.html">PutBucketVersioning</a>: that the bucket
 * may have versions is noted before it can have some, so that none is missed. Should the platform refuse, this costs a few
 * questions more than were needed.
 */
public final class WriteVersioning {

    private final OperationContext context;

    public WriteVersioning(OperationContext context) {
        this.context = context;
    }

    public void perform() {
        RequestXml.read(
                context,
                body -> context.block(() -> {
                    // Whatever is remembered of the bucket: of a new one a node may just be asking.
                    context.services().buckets().noteVersions(context.bucket().id());
                    context.resume(() -> new PassThroughWrite(context).send(body));
                }));
    }
}
