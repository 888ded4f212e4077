package dev.ose.server.s3.document;

import dev.ose.s3.document.CorsConfiguration;
import dev.ose.server.s3.CrossOrigin;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.transfer.PlatformRequest;
import java.util.function.Supplier;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketCors.html">PutBucketCors</a> and <a
 * href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucketCors.html">DeleteBucketCors</a>: the platform
 * keeps the rules, but only such as S3 would take, since {@link CrossOrigin} answers by them.
 */
public final class WriteCors {

    private WriteCors() {}

    public static Response put(DocumentRequest request) {
        byte[] document = CorsConfiguration.read(request.body()).toBytes();
        return send(request, () -> PlatformRequests.withDocument(request.context(), document));
    }

    public static Response delete(DocumentRequest request) {
        return send(request, () -> PlatformRequests.withoutBody(request.context()));
    }

    private static Response send(DocumentRequest request, Supplier<PlatformRequest> asked) {
        OperationContext context = request.context();
        try {
            return request.send(asked).relay();
        } finally {
            context.services().buckets().corsRules().forget(context.bucket().id());
        }
    }
}
