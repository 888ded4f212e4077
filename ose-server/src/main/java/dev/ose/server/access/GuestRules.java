package dev.ose.server.access;

import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.operation.HeaderLookup;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.ObjectSubresource;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.operation.ServiceOperation;
import dev.ose.s3.permission.AclHeaders;

/**
 * What is put to a platform on behalf of somebody with whom another tenant shares a bucket: to read and write its objects,
 * and to read its settings. The platform's ACLs and policies decide each. Whatever they say, a guest does not change what
 * the bucket is, nor whom it or its objects are shared with.
 */
final class GuestRules {

    private GuestRules() {}

    /** Whether the platform is asked; otherwise the operation is refused. */
    static boolean areLeftToPlatform(S3Operation operation, HeaderLookup headers) {
        return switch (operation) {
            case ServiceOperation _ -> false;
            case BucketOperation onBucket -> isLeftToPlatform(onBucket);
            case ObjectOperation onObject -> isLeftToPlatform(onObject, headers);
        };
    }

    private static boolean isLeftToPlatform(BucketOperation operation) {
        return switch (operation) {
            case BucketOperation.HeadBucket _,
                    BucketOperation.ListObjects _,
                    BucketOperation.ListObjectsV2 _,
                    BucketOperation.ListObjectVersions _,
                    BucketOperation.ListMultipartUploads _,
                    BucketOperation.DeleteObjects _,
                    BucketOperation.PostObject _ -> true;
            case BucketSubresource setting -> !setting.isWrite();
            case BucketOperation.CreateBucket _,
                    BucketOperation.DeleteBucket _,
                    BucketOperation.CreateSession _,
                    BucketOperation.BucketPreflight _ -> false;
        };
    }

    private static boolean isLeftToPlatform(ObjectOperation operation, HeaderLookup headers) {
        return switch (operation) {
            case ObjectOperation.PutObject _, ObjectOperation.CopyObject _, ObjectOperation.CreateMultipartUpload _ ->
                !AclHeaders.openFurther(headers);
            case ObjectOperation.GetObject _,
                    ObjectOperation.HeadObject _,
                    ObjectOperation.GetObjectAttributes _,
                    ObjectOperation.GetObjectTorrent _,
                    ObjectOperation.DeleteObject _,
                    ObjectOperation.UploadPart _,
                    ObjectOperation.UploadPartCopy _,
                    ObjectOperation.CompleteMultipartUpload _,
                    ObjectOperation.AbortMultipartUpload _,
                    ObjectOperation.ListParts _,
                    ObjectOperation.PutObjectRetention _ -> true;
            // Ceph 16.2 takes the restoration for a form, and complains of that before it looks at rights.
            case ObjectOperation.RestoreObject _,
                    ObjectOperation.RenameObject _,
                    ObjectOperation.SelectObjectContent _,
                    ObjectOperation.ObjectPreflight _ -> false;
            case ObjectSubresource property -> property.action() != ObjectSubresource.Action.PUT_OBJECT_ACL;
        };
    }
}
