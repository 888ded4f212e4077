package dev.ose.server.s3;

import dev.ose.adapter.Capability;
import dev.ose.s3.document.DefaultSubresourceResponse;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.ObjectSubresource;
import dev.ose.s3.operation.ServiceOperation;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.document.AccessLogSetting;
import dev.ose.server.s3.document.BulkDelete;
import dev.ose.server.s3.document.CreateBucket;
import dev.ose.server.s3.document.DeleteBucket;
import dev.ose.server.s3.document.DeleteObjects;
import dev.ose.server.s3.document.DescribedListing;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.document.FindBuckets;
import dev.ose.server.s3.document.GetBucketLocation;
import dev.ose.server.s3.document.HeadBucket;
import dev.ose.server.s3.document.ListBuckets;
import dev.ose.server.s3.document.ListObjectsV2;
import dev.ose.server.s3.document.PassThroughRead;
import dev.ose.server.s3.document.PassThroughWrite;
import dev.ose.server.s3.document.StoredNotifications;
import dev.ose.server.s3.document.WriteCors;
import dev.ose.server.s3.document.WriteLifecycle;
import dev.ose.server.s3.document.WriteNotifications;
import dev.ose.server.s3.document.WriteTags;
import dev.ose.server.s3.document.WriteVersioning;
import dev.ose.server.s3.object.AbortMultipartUpload;
import dev.ose.server.s3.object.CompleteMultipartUpload;
import dev.ose.server.s3.object.CopyObject;
import dev.ose.server.s3.object.CreateMultipartUpload;
import dev.ose.server.s3.object.DeleteObject;
import dev.ose.server.s3.object.PutObject;
import dev.ose.server.s3.object.ReadObject;
import dev.ose.server.s3.object.UploadPart;
import dev.ose.server.s3.object.UploadPartCopy;
import dev.ose.server.s3.relay.OperationContext;
import dev.ose.server.s3.relay.OverlookedEncryption;
import dev.ose.server.s3.sharing.ReadBucketAcl;
import dev.ose.server.s3.sharing.ReadSetting;
import dev.ose.server.s3.sharing.WriteAcl;
import dev.ose.server.s3.sharing.WriteBucketPolicy;
import dev.ose.server.s3.sharing.WriteOwnershipControls;

/** Finds the one way in which an allowed operation is performed. */
final class OperationDispatcher {

    void perform(OperationContext context) {
        switch (context.operation()) {
            case ServiceOperation operation -> perform(operation, context);
            case BucketOperation operation -> perform(operation, context);
            case ObjectOperation operation -> perform(operation, context);
        }
    }

    private static void perform(ServiceOperation operation, OperationContext context) {
        switch (operation) {
            case ServiceOperation.ListBuckets list -> DocumentRequest.perform(context, new ListBuckets(list));
            case ServiceOperation.FindBuckets find -> DocumentRequest.perform(context, new FindBuckets(find));
            case ServiceOperation.WriteGetObjectResponse _ -> refuse(context);
        }
    }

    private static void perform(BucketOperation operation, OperationContext context) {
        switch (operation) {
            case BucketOperation.CreateBucket create -> CreateBucket.perform(context, create);
            case BucketOperation.DeleteBucket _ -> DocumentRequest.perform(context, DeleteBucket::perform);
            case BucketOperation.HeadBucket _ -> DocumentRequest.perform(context, HeadBucket::perform);
            case BucketOperation.DeleteObjects delete ->
                DocumentRequest.performWithBody(context, request -> DeleteObjects.perform(request, delete));
            case BucketOperation.ListObjectsV2 list ->
                DocumentRequest.perform(
                        context, request -> DescribedListing.perform(request, it -> ListObjectsV2.perform(it, list)));
            case BucketOperation.ListObjects _ ->
                DocumentRequest.perform(
                        context, request -> DescribedListing.perform(request, PassThroughRead::perform));
            case BucketOperation.ListObjectVersions _, BucketOperation.ListMultipartUploads _ ->
                DocumentRequest.perform(context, PassThroughRead::perform);
            case BucketSubresource subresource -> perform(subresource, context);
            case BucketOperation.CreateSession _, BucketOperation.PostObject _, BucketOperation.BucketPreflight _ ->
                refuse(context);
        }
    }

    private static void perform(BucketSubresource subresource, OperationContext context) {
        if (UnsupportedSubresourceGuard.areOverlooked(subresource, context.platform())) {
            refuse(context);
            return;
        }
        if (subresource.isWrite()) {
            DocumentRequest.performWithBody(context, write(subresource, context));
        } else {
            DocumentRequest.perform(context, read(subresource, context));
        }
    }

    private static DocumentRequest.Operation write(BucketSubresource subresource, OperationContext context) {
        return switch (subresource.action()) {
            case PUT_BUCKET_ACL -> new WriteAcl(context);
            case PUT_BUCKET_OWNERSHIP_CONTROLS -> WriteOwnershipControls::perform;
            case PUT_BUCKET_POLICY -> WriteBucketPolicy::put;
            case DELETE_BUCKET_POLICY -> WriteBucketPolicy::delete;
            case PUT_BUCKET_NOTIFICATION_CONFIGURATION -> WriteNotifications::perform;
            case PUT_BUCKET_VERSIONING -> WriteVersioning::perform;
            case PUT_BUCKET_LOGGING -> AccessLogSetting::write;
            case PUT_BUCKET_CORS -> WriteCors::put;
            case DELETE_BUCKET_CORS -> WriteCors::delete;
            case PUT_BUCKET_LIFECYCLE_CONFIGURATION -> WriteLifecycle::perform;
            default -> PassThroughWrite::perform;
        };
    }

    private static DocumentRequest.Operation read(BucketSubresource subresource, OperationContext context) {
        return switch (subresource.action()) {
            case GET_BUCKET_LOCATION -> GetBucketLocation::perform;
            case GET_BUCKET_ACL -> ReadBucketAcl::perform;
            case GET_BUCKET_LOGGING -> AccessLogSetting::read;
            case GET_BUCKET_NOTIFICATION_CONFIGURATION ->
                new ReadSetting(
                        context,
                        DefaultSubresourceResponse.of(subresource.action()).orElseThrow(),
                        StoredNotifications::read);
            default ->
                DefaultSubresourceResponse.of(subresource.action())
                        .<DocumentRequest.Operation>map(unset -> new ReadSetting(context, unset))
                        .orElse(PassThroughRead::perform);
        };
    }

    private static void perform(ObjectOperation operation, OperationContext context) {
        if (UnsupportedSubresourceGuard.areOverlooked(operation, context.platform())) {
            refuse(context);
            return;
        }
        OverlookedConditions.refusal(operation, context)
                .or(() -> OverlookedEncryption.refusal(context.request(), context.platform()))
                .ifPresentOrElse(context::fail, () -> performOffered(operation, context));
    }

    private static void performOffered(ObjectOperation operation, OperationContext context) {
        switch (operation) {
            case ObjectOperation.GetObject _, ObjectOperation.HeadObject _, ObjectOperation.GetObjectTorrent _ ->
                new ReadObject(context).perform();
            case ObjectOperation.PutObject put -> put(put, context);
            case ObjectOperation.UploadPart part -> new UploadPart(context, part).perform();
            case ObjectOperation.DeleteObject delete -> delete(delete, context);
            case ObjectOperation.CopyObject copy -> DocumentRequest.perform(context, new CopyObject(context, copy));
            case ObjectOperation.UploadPartCopy copy ->
                DocumentRequest.perform(context, new UploadPartCopy(context, copy));
            case ObjectOperation.CompleteMultipartUpload complete ->
                DocumentRequest.performWithBody(context, new CompleteMultipartUpload(context, complete));
            case ObjectOperation.AbortMultipartUpload abort ->
                DocumentRequest.perform(context, request -> AbortMultipartUpload.perform(request, abort));
            case ObjectOperation.CreateMultipartUpload _ ->
                DocumentRequest.performWithBody(context, CreateMultipartUpload::perform);
            case ObjectOperation.PutObjectRetention _, ObjectOperation.RestoreObject _ ->
                DocumentRequest.performWithBody(context, PassThroughWrite::perform);
            case ObjectOperation.GetObjectAttributes _, ObjectOperation.ListParts _ ->
                DocumentRequest.perform(context, PassThroughRead::perform);
            case ObjectSubresource subresource -> perform(subresource, context);
            case ObjectOperation.SelectObjectContent _,
                    ObjectOperation.RenameObject _,
                    ObjectOperation.ObjectPreflight _ -> refuse(context);
        }
    }

    private static void delete(ObjectOperation.DeleteObject delete, OperationContext context) {
        if (delete.scope().isBeyondS3()) {
            if (!context.request().headerValues("if-match").isEmpty()) {
                context.fail(new Failure.NotOffered("A condition on the deletion of more than one object"));
                return;
            }
            DocumentRequest.perform(context, request -> BulkDelete.perform(request, delete));
        } else {
            new DeleteObject(context, delete).perform();
        }
    }

    /** A platform that overlooks conditions would overwrite what must stay. */
    private static void put(ObjectOperation.PutObject put, OperationContext context) {
        if (put.mayOverwrite() || context.platform().offers(Capability.CONDITIONAL_WRITES)) {
            new PutObject(context, put).perform();
        } else {
            context.fail(new Failure.NotOffered("overwrite=false"));
        }
    }

    private static void perform(ObjectSubresource subresource, OperationContext context) {
        if (subresource.action() == ObjectSubresource.Action.PUT_OBJECT_ACL) {
            DocumentRequest.performWithBody(context, new WriteAcl(context));
        } else if (subresource.changesTags()) {
            DocumentRequest.performWithBody(context, request -> WriteTags.perform(request, subresource));
        } else if (subresource.isWrite()) {
            DocumentRequest.performWithBody(context, PassThroughWrite::perform);
        } else {
            DocumentRequest.perform(context, PassThroughRead::perform);
        }
    }

    private static void refuse(OperationContext context) {
        context.fail(new Failure.NotOffered(context.operation().name()));
    }
}
