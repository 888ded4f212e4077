package dev.ose.server.s3.document;

import dev.ose.s3.document.CorsConfiguration;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.s3.CrossOrigin;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.transfer.PlatformRequest;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketCors.html">PutBucketCors</a> and
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucketCors.html">DeleteBucketCors</a>: the platform
 * keeps the rules, but only such as S3 would take, since {@link CrossOrigin} answers by them.
 */
public final class WriteCors {

    private final OperationContext context;

    public WriteCors(OperationContext context) {
        this.context = context;
    }

    public void put() {
        RequestXml.read(
                context,
                body -> send(PlatformRequests.withDocument(
                        context, CorsConfiguration.read(body).toBytes())));
    }

    public void delete() {
        send(PlatformRequests.withoutBody(context));
    }

    private void send(PlatformRequest request) {
        BucketId bucket = context.bucket().id();
        context.send(
                request,
                response -> {
                    context.services().corsRules().forget(bucket);
                    IdentityRewriter.relayOrError(context, response);
                },
                failure -> {
                    context.services().corsRules().forget(bucket);
                    context.fail(failure);
                });
    }
}
