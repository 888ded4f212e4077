package dev.ose.server.s3.document;

import dev.ose.s3.document.BucketLogging;
import dev.ose.s3.error.S3ErrorException;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.tenant.credential.Identity;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutBucketLogging.html">PutBucketLogging</a> and <a
 * href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetBucketLogging.html">GetBucketLogging</a>: the nodes write
 * access logs and keep the setting, since a platform knows neither the client nor its user.
 */
public final class AccessLogSetting {

    private static final int NOT_ALLOWED = 405;
    private static final int NOT_IMPLEMENTED = 501;

    private AccessLogSetting() {}

    /** Only the owner may have a log delivered: it is written with the owner's key. */
    public static Response write(DocumentRequest request) {
        OperationContext context = request.context();
        Bucket bucket = context.bucket();
        requireOwner(context, bucket);
        @Nullable BucketLogging logging = BucketLogging.read(request.body()).orElse(null);
        boolean isSet = request.database(
                () -> context.services().buckets().store().setLogging(bucket.tenant(), bucket.id(), logging));
        if (!isSet) {
            throw logging == null
                    ? new FailureException(
                            new Failure.BucketMissing(bucket.name().value()))
                    : new S3ErrorException(
                            BucketLogging.invalidTarget(logging.target().value()));
        }
        return answered -> answered.answer().empty(200);
    }

    /**
     * The platform decides who may read the setting. One that knows no such setting decides nothing, so that the owner
     * alone learns what is set.
     */
    public static Response read(DocumentRequest request) {
        OperationContext context = request.context();
        PlatformReply reply = request.send(() -> PlatformRequests.withoutBody(context));
        boolean isLacking = reply.status() == NOT_IMPLEMENTED || reply.status() == NOT_ALLOWED;
        if (reply.isError() && (!isLacking || context.isAnonymous())) {
            return reply.error();
        }
        Bucket bucket = context.bucket();
        if (isLacking && bucket.logging() != null) {
            requireOwner(context, bucket);
        }
        return Response.document(BucketLogging.toBytes(Optional.ofNullable(bucket.logging())));
    }

    private static void requireOwner(OperationContext context, Bucket bucket) {
        Identity caller = context.identity();
        if (!caller.user().equals(bucket.owner()) || !caller.tenant().equals(bucket.tenant())) {
            throw new FailureException(
                    new Failure.NotAllowed(context.operation().name()));
        }
    }
}
