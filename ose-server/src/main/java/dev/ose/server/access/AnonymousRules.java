package dev.ose.server.access;

import dev.ose.s3.BucketName;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.ObjectSubresource;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.operation.ServiceOperation;
import java.util.Optional;

/**
 * What is put to a platform on behalf of nobody: reading and writing objects, listing them, and reading settings. The
 * platform's ACLs and policies decide each. What we answer ourselves is never for everybody.
 */
final class AnonymousRules {

    private AnonymousRules() {}

    /** The bucket whose platform decides; empty if the operation is refused without asking. */
    static Optional<BucketName> bucket(S3Operation operation) {
        return switch (operation) {
            case ServiceOperation _ -> Optional.empty();
            case BucketOperation onBucket ->
                isLeftToPlatform(onBucket) ? Optional.of(onBucket.bucket()) : Optional.empty();
            case ObjectOperation onObject ->
                isLeftToPlatform(onObject) ? Optional.of(onObject.bucket()) : Optional.empty();
        };
    }

    private static boolean isLeftToPlatform(BucketOperation operation) {
        return switch (operation) {
            case BucketOperation.HeadBucket _,
                    BucketOperation.ListObjects _,
                    BucketOperation.ListObjectsV2 _,
                    BucketOperation.ListObjectVersions _,
                    BucketOperation.ListMultipartUploads _,
                    BucketOperation.DeleteObjects _ -> true;
            case BucketSubresource setting ->
                !setting.isWrite() && setting.action() != BucketSubresource.Action.GET_BUCKET_LOCATION;
            case BucketOperation.CreateBucket _,
                    BucketOperation.DeleteBucket _,
                    BucketOperation.CreateSession _,
                    BucketOperation.PostObject _,
                    BucketOperation.BucketPreflight _ -> false;
        };
    }

    private static boolean isLeftToPlatform(ObjectOperation operation) {
        return switch (operation) {
            // S3 lets only the holder of a key copy, and decide what the answer's headers say.
            case ObjectOperation.CopyObject _, ObjectOperation.UploadPartCopy _ -> false;
            case ObjectOperation.GetObject get -> get.overrides().isEmpty();
            case ObjectOperation.HeadObject head -> head.overrides().isEmpty();
            case ObjectOperation.ObjectPreflight _ -> false;
            // Ceph 16.2 takes the restoration for a form, and complains of that before it looks at rights.
            case ObjectOperation.RenameObject _,
                    ObjectOperation.SelectObjectContent _,
                    ObjectOperation.RestoreObject _ -> false;
            case ObjectOperation.PutObject _,
                    ObjectOperation.DeleteObject _,
                    ObjectOperation.GetObjectAttributes _,
                    ObjectOperation.GetObjectTorrent _,
                    ObjectOperation.CreateMultipartUpload _,
                    ObjectOperation.UploadPart _,
                    ObjectOperation.CompleteMultipartUpload _,
                    ObjectOperation.AbortMultipartUpload _,
                    ObjectOperation.ListParts _,
                    ObjectOperation.PutObjectRetention _ -> true;
            case ObjectSubresource _ -> true;
        };
    }
}
