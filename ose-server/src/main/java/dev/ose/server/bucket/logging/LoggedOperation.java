package dev.ose.server.bucket.logging;

import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.ObjectSubresource;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.operation.ServiceOperation;
import java.util.Locale;

/** Names operations as access logs do: {@code REST.}, the method, and the kind of resource. */
public final class LoggedOperation {

    private LoggedOperation() {}

    /** The name of an operation that came by that HTTP method. */
    public static String name(S3Operation operation, String method) {
        boolean isCopy =
                operation instanceof ObjectOperation.CopyObject || operation instanceof ObjectOperation.UploadPartCopy;
        return "REST." + (isCopy ? "COPY" : method) + '.' + resource(operation);
    }

    private static String resource(S3Operation operation) {
        return switch (operation) {
            case ServiceOperation _ -> "SERVICE";
            case BucketOperation onBucket -> resource(onBucket);
            case ObjectOperation onObject -> resource(onObject);
        };
    }

    private static String resource(BucketOperation operation) {
        return switch (operation) {
            case BucketSubresource setting -> setting(setting.action());
            case BucketOperation.ListObjectVersions _ -> "BUCKETVERSIONS";
            case BucketOperation.ListMultipartUploads _ -> "UPLOADS";
            case BucketOperation.DeleteObjects _ -> "MULTI_OBJECT_DELETE";
            case BucketOperation.PostObject _ -> "OBJECT";
            case BucketOperation.BucketPreflight _ -> "PREFLIGHT";
            default -> "BUCKET";
        };
    }

    private static String setting(BucketSubresource.Action action) {
        return switch (action) {
            case GET_BUCKET_LOGGING, PUT_BUCKET_LOGGING -> "LOGGING_STATUS";
            case GET_BUCKET_POLICY, PUT_BUCKET_POLICY, DELETE_BUCKET_POLICY -> "BUCKETPOLICY";
            case GET_OBJECT_LOCK_CONFIGURATION, PUT_OBJECT_LOCK_CONFIGURATION -> "OBJECT_LOCK_CONFIGURATION";
            default -> words(action.selector());
        };
    }

    private static String resource(ObjectOperation operation) {
        return switch (operation) {
            case ObjectSubresource property -> property(property.action());
            case ObjectOperation.UploadPart _, ObjectOperation.UploadPartCopy _ -> "PART";
            case ObjectOperation.CreateMultipartUpload _ -> "UPLOADS";
            case ObjectOperation.CompleteMultipartUpload _,
                    ObjectOperation.AbortMultipartUpload _,
                    ObjectOperation.ListParts _ -> "UPLOAD";
            case ObjectOperation.GetObjectAttributes _ -> "OBJECT_ATTRIBUTES";
            case ObjectOperation.PutObjectRetention _ -> "OBJECT_LOCK_RETENTION";
            case ObjectOperation.RestoreObject _ -> "RESTORE";
            case ObjectOperation.GetObjectTorrent _ -> "TORRENT";
            case ObjectOperation.ObjectPreflight _ -> "PREFLIGHT";
            default -> "OBJECT";
        };
    }

    private static String property(ObjectSubresource.Action action) {
        return switch (action) {
            case GET_OBJECT_TAGGING, PUT_OBJECT_TAGGING, DELETE_OBJECT_TAGGING -> "OBJECT_TAGGING";
            case GET_OBJECT_RETENTION -> "OBJECT_LOCK_RETENTION";
            case GET_OBJECT_LEGAL_HOLD, PUT_OBJECT_LEGAL_HOLD -> "OBJECT_LOCK_LEGALHOLD";
            default -> words(action.selector());
        };
    }

    /** {@code requestPayment} is {@code REQUEST_PAYMENT}. */
    private static String words(String selector) {
        return selector.replaceAll("([a-z])([A-Z])", "$1_$2").replace('-', '_').toUpperCase(Locale.ROOT);
    }
}
