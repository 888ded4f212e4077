package dev.ose.server.s3.document;

import dev.ose.s3.error.S3ErrorCode;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketDeletion;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.ownership.BucketAdmissions;
import dev.ose.server.bucket.ownership.BucketRemoval;
import dev.ose.server.s3.relay.PlatformErrors;
import dev.ose.server.s3.relay.PlatformRequests;
import dev.ose.server.tenant.TenantId;
import org.jspecify.annotations.Nullable;

/**
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucket.html">DeleteBucket</a>, in the order of
 * {@link BucketRemoval}.
 */
public final class DeleteBucket implements BucketRemoval.Steps<PlatformReply> {

    private final DocumentRequest request;
    private final BucketStore buckets;
    private final TenantId tenant;
    private final Bucket bucket;
    private final BucketAdmissions admissions;
    /** Null on a platform that asks for none. */
    private BucketAdmissions.@Nullable Admission admission;

    private DeleteBucket(DocumentRequest request) {
        this.request = request;
        this.buckets = request.context().services().buckets().store();
        this.tenant = request.context().identity().tenant();
        this.bucket = request.context().bucket();
        this.admissions = request.context().services().platform().admissions();
    }

    public static Response perform(DocumentRequest request) {
        DeleteBucket deletion = new DeleteBucket(request);
        BucketRemoval.Result<PlatformReply> result = BucketRemoval.perform(deletion.bucket.name(), deletion);
        return result.isDeleted()
                ? context -> context.answer().empty(204)
                : result.last().error();
    }

    @Override
    public BucketDeletion begin() {
        return request.database(() -> {
            admission = admissions
                    .find(bucket.platform(), tenant, bucket.owner(), bucket.name())
                    .orElse(null);
            return buckets.beginDeletion(tenant, bucket);
        });
    }

    @Override
    public BucketRemoval.Answer<PlatformReply> delete() {
        BucketAdmissions.@Nullable Admission owners = admission;
        if (owners != null) {
            admissions.restore(owners);
        }
        PlatformReply reply = request.send(() -> PlatformRequests.withoutBody(request.context()));
        BucketRemoval.Answer<PlatformReply> answer = new BucketRemoval.Answer<>(
                reply.status() == 204 || reply.status() == 200,
                reply.status() == 404 && PlatformErrors.isCode(reply.body(), S3ErrorCode.NO_SUCH_BUCKET),
                reply);
        if (owners != null && (answer.isDeleted() || answer.isGone())) {
            // Before the row is deleted, which keeps the name from others.
            admissions.end(owners);
        }
        return answer;
    }

    @Override
    public boolean complete(BucketDeletion deletion) {
        return request.database(() -> buckets.completeDeletion(tenant, deletion));
    }

    @Override
    public void cancel(BucketDeletion deletion) {
        request.update(() -> buckets.cancelDeletion(tenant, deletion));
    }
}
