package dev.ose.s3.operation;

import dev.ose.s3.BucketName;
import dev.ose.s3.ByteRange;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.PartNumber;
import dev.ose.s3.UploadId;
import dev.ose.s3.VersionId;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An operation on an object or on an upload that will become one. An absent version means the current one. */
public sealed interface ObjectOperation extends S3Operation
        permits ObjectOperation.GetObject,
                ObjectOperation.HeadObject,
                ObjectOperation.PutObject,
                ObjectOperation.CopyObject,
                ObjectOperation.DeleteObject,
                ObjectOperation.GetObjectAttributes,
                ObjectOperation.CreateMultipartUpload,
                ObjectOperation.UploadPart,
                ObjectOperation.UploadPartCopy,
                ObjectOperation.CompleteMultipartUpload,
                ObjectOperation.AbortMultipartUpload,
                ObjectOperation.ListParts,
                ObjectOperation.PutObjectRetention,
                ObjectOperation.RestoreObject,
                ObjectOperation.SelectObjectContent,
                ObjectOperation.GetObjectTorrent,
                ObjectOperation.RenameObject,
                ObjectOperation.ObjectPreflight,
                ObjectSubresource {

    /** The bucket that holds the object. */
    BucketName bucket();

    /** The key of the object. */
    ObjectKey key();

    @Override
    default S3Action action() {
        return switch (this) {
            case GetObject _ -> ObjectAction.GET_OBJECT;
            case HeadObject _ -> ObjectAction.HEAD_OBJECT;
            case PutObject _ -> ObjectAction.PUT_OBJECT;
            case CopyObject _ -> ObjectAction.COPY_OBJECT;
            case DeleteObject _ -> ObjectAction.DELETE_OBJECT;
            case GetObjectAttributes _ -> ObjectAction.GET_OBJECT_ATTRIBUTES;
            case CreateMultipartUpload _ -> ObjectAction.CREATE_MULTIPART_UPLOAD;
            case UploadPart _ -> ObjectAction.UPLOAD_PART;
            case UploadPartCopy _ -> ObjectAction.UPLOAD_PART_COPY;
            case CompleteMultipartUpload _ -> ObjectAction.COMPLETE_MULTIPART_UPLOAD;
            case AbortMultipartUpload _ -> ObjectAction.ABORT_MULTIPART_UPLOAD;
            case ListParts _ -> ObjectAction.LIST_PARTS;
            case PutObjectRetention _ -> ObjectAction.PUT_OBJECT_RETENTION;
            case RestoreObject _ -> ObjectAction.RESTORE_OBJECT;
            case SelectObjectContent _ -> ObjectAction.SELECT_OBJECT_CONTENT;
            case GetObjectTorrent _ -> ObjectAction.GET_OBJECT_TORRENT;
            case RenameObject _ -> ObjectAction.RENAME_OBJECT;
            case ObjectPreflight _ -> ObjectAction.OBJECT_PREFLIGHT;
            case ObjectSubresource subresource -> subresource.action();
        };
    }

    /** The version that the request names; null for the current one. */
    default @Nullable VersionId versionId() {
        return null;
    }

    /** The source of a copy. */
    default Optional<CopySource> copySource() {
        return switch (this) {
            case CopyObject copy -> Optional.of(copy.source());
            case UploadPartCopy copy -> Optional.of(copy.source());
            default -> Optional.empty();
        };
    }

    /** The overridden headers of the answer. */
    default Map<ResponseOverride, String> overrides() {
        return Map.of();
    }

    /** Whether it requests to bypass a GOVERNANCE retention. */
    default boolean bypassGovernance() {
        return false;
    }

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObject.html">GetObject</a>. */
    record GetObject(
            BucketName bucket,
            ObjectKey key,
            @Nullable VersionId versionId,
            @Nullable PartNumber partNumber,
            Map<ResponseOverride, String> overrides)
            implements ObjectOperation {

        public GetObject {
            overrides = Map.copyOf(overrides);
        }
    }

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadObject.html">HeadObject</a>. */
    record HeadObject(
            BucketName bucket,
            ObjectKey key,
            @Nullable VersionId versionId,
            @Nullable PartNumber partNumber,
            Map<ResponseOverride, String> overrides)
            implements ObjectOperation {

        public HeadObject {
            overrides = Map.copyOf(overrides);
        }
    }

    /**
     * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObject.html">PutObject</a>.
     *
     * @param mayOverwrite false with {@code overwrite=false}, an extension of OSE: the object must be new
     */
    record PutObject(BucketName bucket, ObjectKey key, boolean mayOverwrite) implements ObjectOperation {

        /** One that replaces what is there, as S3's do. */
        public PutObject(BucketName bucket, ObjectKey key) {
            this(bucket, key, true);
        }
    }

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html">CopyObject</a>. */
    record CopyObject(BucketName bucket, ObjectKey key, CopySource source) implements ObjectOperation {}

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteObject.html">DeleteObject</a>. */
    record DeleteObject(
            BucketName bucket,
            ObjectKey key,
            @Nullable VersionId versionId,
            boolean bypassGovernance,
            DeletionScope scope)
            implements ObjectOperation {

        /** The deletion of one object. */
        public DeleteObject(BucketName bucket, ObjectKey key, @Nullable VersionId versionId, boolean bypassGovernance) {
            this(bucket, key, versionId, bypassGovernance, DeletionScope.NAMED);
        }
    }

    /**
     * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObjectAttributes.html">GetObjectAttributes</a>.
     */
    record GetObjectAttributes(
            BucketName bucket,
            ObjectKey key,
            @Nullable VersionId versionId,
            Set<ObjectAttribute> attributes,
            int maxParts,
            int partNumberMarker)
            implements ObjectOperation {

        private static final int MAX_PARTS = 1000;

        public GetObjectAttributes {
            attributes = Set.copyOf(attributes);
        }

        static GetObjectAttributes parse(BucketName bucket, ObjectKey key, RequestArguments arguments) {
            int maxParts = Math.min(arguments.headerCount("x-amz-max-parts", MAX_PARTS), MAX_PARTS);
            int marker = arguments.headerCount("x-amz-part-number-marker", 0);
            return new GetObjectAttributes(
                    bucket, key, arguments.versionId(), arguments.attributes(), maxParts, marker);
        }
    }

    /**
     * <a
     * href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateMultipartUpload.html">CreateMultipartUpload</a>.
     */
    record CreateMultipartUpload(BucketName bucket, ObjectKey key) implements ObjectOperation {}

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPart.html">UploadPart</a>. */
    record UploadPart(BucketName bucket, ObjectKey key, UploadId uploadId, PartNumber partNumber)
            implements ObjectOperation {}

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_UploadPartCopy.html">UploadPartCopy</a>. */
    record UploadPartCopy(
            BucketName bucket,
            ObjectKey key,
            UploadId uploadId,
            PartNumber partNumber,
            CopySource source,
            @Nullable ByteRange range)
            implements ObjectOperation {}

    /**
     * <a
     * href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html">CompleteMultipartUpload</a>.
     */
    record CompleteMultipartUpload(BucketName bucket, ObjectKey key, UploadId uploadId) implements ObjectOperation {}

    /**
     * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_AbortMultipartUpload.html">AbortMultipartUpload</a>.
     */
    record AbortMultipartUpload(BucketName bucket, ObjectKey key, UploadId uploadId) implements ObjectOperation {}

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListParts.html">ListParts</a>. */
    record ListParts(BucketName bucket, ObjectKey key, UploadId uploadId, int maxParts, int partNumberMarker)
            implements ObjectOperation {}

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_PutObjectRetention.html">PutObjectRetention</a>. */
    record PutObjectRetention(
            BucketName bucket, ObjectKey key, @Nullable VersionId versionId, boolean bypassGovernance)
            implements ObjectOperation {}

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_RestoreObject.html">RestoreObject</a>. */
    record RestoreObject(
            BucketName bucket, ObjectKey key, @Nullable VersionId versionId) implements ObjectOperation {}

    /**
     * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_SelectObjectContent.html">SelectObjectContent</a>.
     */
    record SelectObjectContent(BucketName bucket, ObjectKey key) implements ObjectOperation {}

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_GetObjectTorrent.html">GetObjectTorrent</a>. */
    record GetObjectTorrent(BucketName bucket, ObjectKey key) implements ObjectOperation {}

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_RenameObject.html">RenameObject</a>. */
    record RenameObject(BucketName bucket, ObjectKey key, ObjectKey source) implements ObjectOperation {}

    /**
     * A CORS preflight for an object, <a
     * href="https://docs.aws.amazon.com/AmazonS3/latest/API/RESTOPTIONSobject.html">OPTIONS object</a>.
     */
    record ObjectPreflight(BucketName bucket, ObjectKey key, CorsQuestion question) implements ObjectOperation {}
}
