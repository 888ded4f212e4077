package dev.ose.server.job;

import dev.ose.s3.ETag;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.UploadId;
import dev.ose.s3.document.DeleteRequest;
import dev.ose.s3.document.ListingAnswer;
import dev.ose.s3.document.UploadsAnswer;
import dev.ose.s3.document.VersionsAnswer;
import dev.ose.s3.operation.CopySource;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.server.transfer.WholeResponse;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Requests to a platform that jobs send with the platform key of their user. Every method blocks for one request. Lists
 * are empty if the bucket is gone; they fail like {@code platform.client.PlatformClient}. Writes fail with {@code
 * OutcomeUnknown} if there is no answer; what the platform answered is for the caller to read.
 */
public interface JobRequests {

    /**
     * In whose name a request is sent.
     *
     * @param bucket of this tenant
     * @param vouched states the client conditions of the bucket's policy that hold; empty if none
     */
    record Actor(Identity user, Bucket bucket, String vouched) {}

    /** The newest versions after a key, empty from the start. */
    Optional<ListingAnswer> listObjects(Actor actor, String prefix, String after, int limit);

    /** All versions and delete markers after one, null from the start; after a whole key if its version is empty. */
    Optional<VersionsAnswer> listVersions(Actor actor, String prefix, VersionsAnswer.@Nullable Marker after, int limit);

    /** The multipart uploads after one, null from the start. */
    Optional<UploadsAnswer> listUploads(Actor actor, UploadsAnswer.@Nullable Marker after);

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html">DeleteObjects</a>. */
    WholeResponse delete(Actor actor, DeleteRequest request);

    /**
     * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html">CopyObject</a>.
     *
     * @param ifMatch the entity tag that the source must have; null for any
     */
    WholeResponse copy(Actor actor, CopySource source, @Nullable ETag ifMatch, ObjectKey target);

    /**
     * <a
     * href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_AbortMultipartUpload.html">AbortMultipartUpload</a>.
     */
    WholeResponse abort(Actor actor, ObjectKey key, UploadId upload);
}
