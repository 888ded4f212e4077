package dev.ose.server.s3;

import dev.ose.adapter.Capability;
import dev.ose.s3.document.DefaultSubresourceResponse;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.ObjectSubresource;
import dev.ose.s3.operation.ServiceOperation;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.s3.document.CreateBucket;
import dev.ose.server.s3.document.DeleteBucket;
import dev.ose.server.s3.document.DeleteObjects;
import dev.ose.server.s3.document.DocumentRequest;
import dev.ose.server.s3.document.FindBuckets;
import dev.ose.server.s3.document.GetBucketLocation;
import dev.ose.server.s3.document.HeadBucket;
import dev.ose.server.s3.document.ListBuckets;
import dev.ose.server.s3.document.ListObjectsV2;
import dev.ose.server.s3.document.PassThroughRead;
import dev.ose.server.s3.document.PassThroughWrite;
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
            case ServiceOperation.ListBuckets list -> new ListBuckets(context, list).perform();
            case ServiceOperation.FindBuckets find -> new FindBuckets(context, find).perform();
            case ServiceOperation.WriteGetObjectResponse _ -> refuse(context);
        }
    }

    private static void perform(BucketOperation operation, OperationContext context) {
        switch (operation) {
            case BucketOperation.CreateBucket create -> CreateBucket.perform(context, create);
            case BucketOperation.DeleteBucket _ -> DocumentRequest.perform(context, DeleteBucket::perform);
            case BucketOperation.HeadBucket _ -> new HeadBucket(context).perform();
            case BucketOperation.DeleteObjects delete -> new DeleteObjects(context, delete).perform();
            case BucketOperation.ListObjectsV2 list -> new ListObjectsV2(context, list).perform();
            case BucketOperation.ListObjects _,
                    BucketOperation.ListObjectVersions _,
                    BucketOperation.ListMultipartUploads _ -> new PassThroughRead(context).perform();
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
        if (subresource.action() == BucketSubresource.Action.GET_BUCKET_LOCATION) {
            new GetBucketLocation(context).perform();
        } else if (subresource.action() == BucketSubresource.Action.GET_BUCKET_ACL) {
            DocumentRequest.perform(context, ReadBucketAcl::perform);
        } else if (subresource.action() == BucketSubresource.Action.PUT_BUCKET_ACL) {
            DocumentRequest.performWithBody(context, new WriteAcl(context));
        } else if (subresource.action() == BucketSubresource.Action.PUT_BUCKET_OWNERSHIP_CONTROLS) {
            DocumentRequest.performWithBody(context, WriteOwnershipControls::perform);
        } else if (subresource.action() == BucketSubresource.Action.PUT_BUCKET_POLICY) {
            DocumentRequest.performWithBody(context, WriteBucketPolicy::put);
        } else if (subresource.action() == BucketSubresource.Action.DELETE_BUCKET_POLICY) {
            DocumentRequest.performWithBody(context, WriteBucketPolicy::delete);
        } else if (subresource.action() == BucketSubresource.Action.PUT_BUCKET_NOTIFICATION_CONFIGURATION) {
            DocumentRequest.performWithBody(context, WriteNotifications::perform);
        } else if (subresource.action() == BucketSubresource.Action.PUT_BUCKET_VERSIONING) {
            DocumentRequest.performWithBody(context, WriteVersioning::perform);
        } else if (subresource.action() == BucketSubresource.Action.PUT_BUCKET_CORS) {
            DocumentRequest.performWithBody(context, WriteCors::put);
        } else if (subresource.action() == BucketSubresource.Action.DELETE_BUCKET_CORS) {
            DocumentRequest.perform(context, WriteCors::delete);
        } else if (subresource.action() == BucketSubresource.Action.PUT_BUCKET_LIFECYCLE_CONFIGURATION) {
            DocumentRequest.performWithBody(context, WriteLifecycle::perform);
        } else if (subresource.isWrite()) {
            DocumentRequest.performWithBody(context, PassThroughWrite::perform);
        } else {
            DefaultSubresourceResponse.of(subresource.action())
                    .ifPresentOrElse(
                            unset -> DocumentRequest.perform(context, new ReadSetting(context, unset)),
                            () -> new PassThroughRead(context).perform());
        }
    }

    private static void perform(ObjectOperation operation, OperationContext context) {
        if (UnsupportedSubresourceGuard.areOverlooked(operation, context.platform())) {
            refuse(context);
            return;
        }
        OverlookedConditions.refusal(operation, context)
                .ifPresentOrElse(context::fail, () -> performOffered(operation, context));
    }

    private static void performOffered(ObjectOperation operation, OperationContext context) {
        switch (operation) {
            case ObjectOperation.GetObject _, ObjectOperation.HeadObject _, ObjectOperation.GetObjectTorrent _ ->
                new ReadObject(context).perform();
            case ObjectOperation.PutObject put -> put(put, context);
            case ObjectOperation.UploadPart part -> new UploadPart(context, part).perform();
            case ObjectOperation.DeleteObject delete -> new DeleteObject(context, delete).perform();
            case ObjectOperation.CopyObject copy -> new CopyObject(context, copy).perform();
            case ObjectOperation.UploadPartCopy copy -> new UploadPartCopy(context, copy).perform();
            case ObjectOperation.CompleteMultipartUpload complete ->
                new CompleteMultipartUpload(context, complete).perform();
            case ObjectOperation.AbortMultipartUpload abort -> new AbortMultipartUpload(context, abort).perform();
            case ObjectOperation.CreateMultipartUpload _ -> new CreateMultipartUpload(context).perform();
            case ObjectOperation.PutObjectRetention _, ObjectOperation.RestoreObject _ ->
                DocumentRequest.performWithBody(context, PassThroughWrite::perform);
            case ObjectOperation.GetObjectAttributes _, ObjectOperation.ListParts _ ->
                new PassThroughRead(context).perform();
            case ObjectSubresource subresource -> perform(subresource, context);
            case ObjectOperation.SelectObjectContent _,
                    ObjectOperation.RenameObject _,
                    ObjectOperation.ObjectPreflight _ -> refuse(context);
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
            new PassThroughRead(context).perform();
        }
    }

    private static void refuse(OperationContext context) {
        context.fail(new Failure.NotOffered(context.operation().name()));
    }
}
