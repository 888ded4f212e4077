package dev.ose.s3.operation;

import dev.ose.s3.BucketName;
import dev.ose.s3.UploadId;
import dev.ose.s3.VersionId;
import org.jspecify.annotations.Nullable;

/** An operation on a bucket. Markers and start keys are texts, not keys: they need not name anything. */
public sealed interface BucketOperation extends S3Operation
        permits BucketOperation.CreateBucket,
                BucketOperation.DeleteBucket,
                BucketOperation.HeadBucket,
                BucketOperation.ListObjects,
                BucketOperation.ListObjectsV2,
                BucketOperation.ListObjectVersions,
                BucketOperation.ListMultipartUploads,
                BucketOperation.DeleteObjects,
                BucketOperation.CreateSession,
                BucketOperation.PostObject,
                BucketOperation.BucketPreflight,
                BucketSubresource {

    /** The bucket that is meant. */
    BucketName bucket();

    @Override
    default S3Action action() {
        return switch (this) {
            case CreateBucket _ -> BucketAction.CREATE_BUCKET;
            case DeleteBucket _ -> BucketAction.DELETE_BUCKET;
            case HeadBucket _ -> BucketAction.HEAD_BUCKET;
            case ListObjects _ -> BucketAction.LIST_OBJECTS;
            case ListObjectsV2 _ -> BucketAction.LIST_OBJECTS_V2;
            case ListObjectVersions _ -> BucketAction.LIST_OBJECT_VERSIONS;
            case ListMultipartUploads _ -> BucketAction.LIST_MULTIPART_UPLOADS;
            case DeleteObjects _ -> BucketAction.DELETE_OBJECTS;
            case CreateSession _ -> BucketAction.CREATE_SESSION;
            case PostObject _ -> BucketAction.POST_OBJECT;
            case BucketPreflight _ -> BucketAction.BUCKET_PREFLIGHT;
            case BucketSubresource subresource -> subresource.action();
        };
    }

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateBucket.html">CreateBucket</a>. */
    record CreateBucket(BucketName bucket, boolean objectLockEnabled) implements BucketOperation {}

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucket.html">DeleteBucket</a>. */
    record DeleteBucket(BucketName bucket) implements BucketOperation {}

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadBucket.html">HeadBucket</a>. */
    record HeadBucket(BucketName bucket) implements BucketOperation {}

    /**
     * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjects.html">ListObjects</a>: the first version
     * of the listing.
     */
    record ListObjects(BucketName bucket, ListingFilter filter, String marker) implements BucketOperation {}

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html">ListObjectsV2</a>. */
    record ListObjectsV2(
            BucketName bucket,
            ListingFilter filter,
            @Nullable String continuationToken,
            @Nullable String startAfter,
            boolean fetchOwner)
            implements BucketOperation {}

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectVersions.html">ListObjectVersions</a>. */
    record ListObjectVersions(
            BucketName bucket,
            ListingFilter filter,
            String keyMarker,
            @Nullable VersionId versionIdMarker) implements BucketOperation {}

    /**
     * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListMultipartUploads.html">ListMultipartUploads</a>.
     */
    record ListMultipartUploads(
            BucketName bucket,
            ListingFilter filter,
            String keyMarker,
            @Nullable UploadId uploadIdMarker) implements BucketOperation {}

    /**
     * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObjects.html">DeleteObjects</a>: the keys are
     * in the body.
     */
    record DeleteObjects(BucketName bucket, boolean bypassGovernance) implements BucketOperation {}

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateSession.html">CreateSession</a>. */
    record CreateSession(BucketName bucket) implements BucketOperation {}

    /**
     * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/RESTObjectPOST.html">POST Object</a>: an upload by a
     * form; key and policy are in the body.
     */
    record PostObject(BucketName bucket) implements BucketOperation {}

    /** A CORS preflight for a bucket. */
    record BucketPreflight(BucketName bucket, CorsQuestion question) implements BucketOperation {}
}
