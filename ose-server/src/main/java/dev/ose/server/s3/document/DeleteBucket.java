package dev.ose.server.s3.document;

import dev.ose.s3.error.S3ErrorCode;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketDeletion;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.s3.relay.PlatformErrors;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.tenant.TenantId;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucket.html">DeleteBucket</a>: the deletion is
 * recorded in the bucket's row, the platform deletes the bucket, then the row is deleted, also if the platform does not
 * have the bucket. If the bucket is created again meanwhile, the order of the two is unknown, and the platform is
 * queried again.
 */
public final class DeleteBucket {

    private static final int MAX_ATTEMPTS = 3;

    private final DocumentRequest request;
    private final BucketStore buckets;
    private final TenantId tenant;
    private final Bucket bucket;

    private DeleteBucket(DocumentRequest request) {
        this.request = request;
        this.buckets = request.context().services().buckets().store();
        this.tenant = request.context().identity().tenant();
        this.bucket = request.context().bucket();
    }

    public static Response perform(DocumentRequest request) {
        return new DeleteBucket(request).perform();
    }

    private Response perform() {
        boolean wasDeleted = false;
        for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
            BucketDeletion deletion = request.database(() -> buckets.beginDeletion(tenant, bucket));
            PlatformReply reply = send(deletion);
            boolean isDeleted = reply.status() == 204 || reply.status() == 200;
            boolean isGone = reply.status() == 404 && PlatformErrors.isCode(reply.body(), S3ErrorCode.NO_SUCH_BUCKET);
            if (!isDeleted && !isGone) {
                request.update(() -> buckets.cancelDeletion(tenant, deletion));
                return reply.error();
            }
            wasDeleted |= isDeleted;
            if (request.database(() -> buckets.completeDeletion(tenant, deletion))) {
                return wasDeleted ? context -> context.answer().empty(204) : reply.error();
            }
        }
        throw new FailureException(new Failure.BucketBusy(bucket.name().value()));
    }

    private PlatformReply send(BucketDeletion deletion) {
        try {
            return request.send(() -> PlatformRequests.withoutBody(request.context()));
        } catch (FailureException unanswered) {
            request.update(() -> buckets.cancelDeletion(tenant, deletion));
            throw unanswered;
        }
    }
}
