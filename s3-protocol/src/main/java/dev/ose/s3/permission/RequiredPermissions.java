package dev.ose.s3.permission;

import static dev.ose.s3.permission.Permission.onBucket;
import static dev.ose.s3.permission.Permission.onObject;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.CopySource;
import dev.ose.s3.operation.HeaderLookup;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.ObjectSubresource;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.operation.ServiceOperation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which permissions an operation needs, all of them: the table of
 * <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html">required permissions
 * for S3 API operations</a>. What the body names (keys to delete, the key of a form) is asked for when it is known, and so
 * is what a copy takes along of its source.
 */
public final class RequiredPermissions {

    private final HeaderLookup headers;
    private final List<Permission> needed = new ArrayList<>(2);

    private RequiredPermissions(HeaderLookup headers) {
        this.headers = headers;
    }

    /** What the operation needs, as far as the head of its request tells. */
    public static List<Permission> of(S3Operation operation, HeaderLookup headers) {
        RequiredPermissions required = new RequiredPermissions(headers);
        switch (operation) {
            case ServiceOperation onService -> required.service(onService);
            case BucketOperation onBucket -> required.bucket(onBucket);
            case ObjectOperation onObject -> required.object(onObject);
        }
        return List.copyOf(required.needed);
    }

    /** What deleting one object of a {@code DeleteObjects} needs. */
    public static List<Permission> ofDelete(
            BucketName bucket, ObjectKey key, @Nullable VersionId version, boolean bypassGovernance) {
        RequiredPermissions required = new RequiredPermissions(HeaderLookup.NONE);
        required.delete(bucket, key, version, bypassGovernance);
        return List.copyOf(required.needed);
    }

    /** What a copy needs as well if its source has tags and it keeps them. */
    public static List<Permission> ofKeptTags(ObjectOperation.CopyObject copy) {
        CopySource source = copy.source();
        return List.of(
                onObject(
                        source.versionId() == null ? "GetObjectTagging" : "GetObjectVersionTagging",
                        source.bucket(),
                        source.key()),
                onObject("PutObjectTagging", copy.bucket(), copy.key()));
    }

    private void service(ServiceOperation operation) {
        String action =
                switch (operation) {
                    case ServiceOperation.ListBuckets _, ServiceOperation.FindBuckets _ -> "ListAllMyBuckets";
                    case ServiceOperation.WriteGetObjectResponse _ -> "WriteGetObjectResponse";
                };
        needed.add(Permission.onService(action));
    }

    private void bucket(BucketOperation operation) {
        BucketName bucket = operation.bucket();
        switch (operation) {
            case BucketOperation.CreateBucket create -> create(create);
            case BucketOperation.DeleteBucket _ -> needed.add(onBucket("DeleteBucket", bucket));
            case BucketOperation.HeadBucket _, BucketOperation.ListObjects _, BucketOperation.ListObjectsV2 _ ->
                needed.add(onBucket("ListBucket", bucket));
            case BucketOperation.ListObjectVersions _ -> needed.add(onBucket("ListBucketVersions", bucket));
            case BucketOperation.ListMultipartUploads _ -> needed.add(onBucket("ListBucketMultipartUploads", bucket));
            case BucketOperation.CreateSession _ -> needed.add(onBucket("CreateSession", bucket));
            case BucketOperation.DeleteObjects _, BucketOperation.PostObject _, BucketOperation.BucketPreflight _ -> {
                // The keys are in the body; a preflight is nobody's.
            }
            case dev.ose.s3.operation.BucketSubresource setting ->
                needed.add(onBucket(SettingPermissions.action(setting.action()), bucket));
        }
    }

    private void create(BucketOperation.CreateBucket operation) {
        needed.add(onBucket("CreateBucket", operation.bucket()));
        if (AclHeaders.areIn(headers)) {
            needed.add(onBucket("PutBucketAcl", operation.bucket()));
        }
        if (operation.objectLockEnabled()) {
            needed.add(onBucket("PutBucketObjectLockConfiguration", operation.bucket()));
            needed.add(onBucket("PutBucketVersioning", operation.bucket()));
        }
        if (headers.get("x-amz-object-ownership") != null) {
            needed.add(onBucket("PutBucketOwnershipControls", operation.bucket()));
        }
    }

    private void object(ObjectOperation operation) {
        BucketName bucket = operation.bucket();
        ObjectKey key = operation.key();
        switch (operation) {
            case ObjectOperation.GetObject get -> needed.add(versioned("GetObject", bucket, key, get.versionId()));
            case ObjectOperation.HeadObject head -> needed.add(versioned("GetObject", bucket, key, head.versionId()));
            case ObjectOperation.GetObjectAttributes get -> {
                needed.add(versioned("GetObject", bucket, key, get.versionId()));
                needed.add(onObject(
                        get.versionId() == null ? "GetObjectAttributes" : "GetObjectVersionAttributes", bucket, key));
            }
            case ObjectOperation.PutObject _, ObjectOperation.CreateMultipartUpload _ -> put(bucket, key);
            case ObjectOperation.UploadPart _, ObjectOperation.CompleteMultipartUpload _ ->
                needed.add(onObject("PutObject", bucket, key));
            case ObjectOperation.CopyObject copy -> {
                put(bucket, key);
                read(copy.source());
            }
            case ObjectOperation.UploadPartCopy copy -> {
                needed.add(onObject("PutObject", bucket, key));
                read(copy.source());
            }
            case ObjectOperation.AbortMultipartUpload _ -> needed.add(onObject("AbortMultipartUpload", bucket, key));
            case ObjectOperation.ListParts _ -> needed.add(onObject("ListMultipartUploadParts", bucket, key));
            case ObjectOperation.DeleteObject delete ->
                delete(bucket, key, delete.versionId(), delete.bypassGovernance());
            case ObjectOperation.PutObjectRetention retention -> {
                needed.add(onObject("PutObjectRetention", bucket, key));
                bypass(bucket, key, retention.bypassGovernance());
            }
            case ObjectOperation.RestoreObject _ -> needed.add(onObject("RestoreObject", bucket, key));
            case ObjectOperation.SelectObjectContent _ -> needed.add(onObject("GetObject", bucket, key));
            case ObjectOperation.GetObjectTorrent _ -> needed.add(onObject("GetObjectTorrent", bucket, key));
            case ObjectOperation.RenameObject rename -> {
                put(bucket, key);
                needed.add(onObject("GetObject", bucket, rename.source()));
                needed.add(onObject("DeleteObject", bucket, rename.source()));
            }
            case ObjectOperation.ObjectPreflight _ -> {
                // A preflight is nobody's.
            }
            case ObjectSubresource property -> needed.add(property(property));
        }
    }

    /** What a new object is given along with its bytes has permissions of its own. */
    private void put(BucketName bucket, ObjectKey key) {
        needed.add(onObject("PutObject", bucket, key));
        if (AclHeaders.areIn(headers)) {
            needed.add(onObject("PutObjectAcl", bucket, key));
        }
        if (headers.get("x-amz-tagging") != null) {
            needed.add(onObject("PutObjectTagging", bucket, key));
        }
        if (headers.get("x-amz-object-lock-mode") != null
                || headers.get("x-amz-object-lock-retain-until-date") != null) {
            needed.add(onObject("PutObjectRetention", bucket, key));
        }
        if (headers.get("x-amz-object-lock-legal-hold") != null) {
            needed.add(onObject("PutObjectLegalHold", bucket, key));
        }
    }

    private void read(CopySource source) {
        needed.add(versioned("GetObject", source.bucket(), source.key(), source.versionId()));
    }

    private void delete(BucketName bucket, ObjectKey key, @Nullable VersionId version, boolean bypassGovernance) {
        needed.add(versioned("DeleteObject", bucket, key, version));
        bypass(bucket, key, bypassGovernance);
    }

    private void bypass(BucketName bucket, ObjectKey key, boolean isAsked) {
        if (isAsked) {
            needed.add(onObject("BypassGovernanceRetention", bucket, key));
        }
    }

    private static Permission property(ObjectSubresource property) {
        boolean isCurrent = property.versionId() == null;
        String action =
                switch (property.action()) {
                    case GET_OBJECT_ACL -> isCurrent ? "GetObjectAcl" : "GetObjectVersionAcl";
                    case PUT_OBJECT_ACL -> isCurrent ? "PutObjectAcl" : "PutObjectVersionAcl";
                    case GET_OBJECT_LEGAL_HOLD -> "GetObjectLegalHold";
                    case PUT_OBJECT_LEGAL_HOLD -> "PutObjectLegalHold";
                    case GET_OBJECT_RETENTION -> "GetObjectRetention";
                    case GET_OBJECT_TAGGING -> isCurrent ? "GetObjectTagging" : "GetObjectVersionTagging";
                    case PUT_OBJECT_TAGGING -> isCurrent ? "PutObjectTagging" : "PutObjectVersionTagging";
                    case DELETE_OBJECT_TAGGING -> isCurrent ? "DeleteObjectTagging" : "DeleteObjectVersionTagging";
                    case UPDATE_OBJECT_ENCRYPTION -> "UpdateObjectEncryption";
                };
        return onObject(action, property.bucket(), property.key());
    }

    private static Permission versioned(String action, BucketName bucket, ObjectKey key, @Nullable VersionId version) {
        return onObject(version == null ? action : action + "Version", bucket, key);
    }
}
