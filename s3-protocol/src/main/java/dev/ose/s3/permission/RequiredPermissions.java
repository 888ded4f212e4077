package dev.ose.s3.permission;

import static dev.ose.s3.permission.Permission.onBucket;
import static dev.ose.s3.permission.Permission.onObject;

import dev.ose.s3.BucketName;
import dev.ose.s3.ObjectKey;
import dev.ose.s3.VersionId;
import dev.ose.s3.operation.ActionPermission;
import dev.ose.s3.operation.ActionTrait;
import dev.ose.s3.operation.BucketOperation;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.s3.operation.CopySource;
import dev.ose.s3.operation.HeaderLookup;
import dev.ose.s3.operation.ObjectAction;
import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.ObjectSubresource;
import dev.ose.s3.operation.S3Action;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.operation.ServiceOperation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which permissions an operation needs, all of them: the table of <a
 * href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-with-s3-policy-actions.html">required permissions
 * for S3 API operations</a>. Permissions for contents of the body (keys to delete, the key of a form) and for the
 * copied properties of a source are checked when these are known.
 */
public final class RequiredPermissions {

    private final HeaderLookup headers;
    private final List<Permission> needed = new ArrayList<>(2);

    private RequiredPermissions(HeaderLookup headers) {
        this.headers = headers;
    }

    /** The permissions of the operation, as far as the head of its request determines them. */
    public static List<Permission> of(S3Operation operation, HeaderLookup headers) {
        RequiredPermissions required = new RequiredPermissions(headers);
        switch (operation) {
            case ServiceOperation onService -> required.service(onService);
            case BucketOperation onBucket -> required.bucket(onBucket);
            case ObjectOperation onObject -> required.object(onObject);
        }
        return List.copyOf(required.needed);
    }

    /** The permissions to delete one object of a {@code DeleteObjects}. */
    public static List<Permission> ofDelete(
            BucketName bucket, ObjectKey key, @Nullable VersionId version, boolean bypassGovernance) {
        RequiredPermissions required = new RequiredPermissions(HeaderLookup.NONE);
        required.add(ObjectAction.DELETE_OBJECT, bucket, key, version);
        required.bypass(bucket, key, bypassGovernance);
        return List.copyOf(required.needed);
    }

    /** The additional permissions of a copy that keeps the tags of its source. */
    public static List<Permission> ofKeptTags(ObjectOperation.CopyObject copy) {
        RequiredPermissions required = new RequiredPermissions(HeaderLookup.NONE);
        CopySource source = copy.source();
        required.add(ObjectSubresource.Action.GET_OBJECT_TAGGING, source.bucket(), source.key(), source.versionId());
        required.add(ObjectSubresource.Action.PUT_OBJECT_TAGGING, copy.bucket(), copy.key(), null);
        return List.copyOf(required.needed);
    }

    private void service(ServiceOperation operation) {
        for (ActionPermission permission : operation.action().permissions()) {
            needed.add(Permission.onService(permission.current()));
        }
    }

    private void bucket(BucketOperation operation) {
        add(operation.action(), operation.bucket());
        if (operation instanceof BucketOperation.CreateBucket create) {
            settings(create);
        }
    }

    /** Settings of a new bucket need permissions of their own. */
    private void settings(BucketOperation.CreateBucket operation) {
        BucketName bucket = operation.bucket();
        if (AclHeaders.areIn(headers)) {
            add(BucketSubresource.Action.PUT_BUCKET_ACL, bucket);
        }
        if (operation.objectLockEnabled()) {
            add(BucketSubresource.Action.PUT_OBJECT_LOCK_CONFIGURATION, bucket);
            add(BucketSubresource.Action.PUT_BUCKET_VERSIONING, bucket);
        }
        if (headers.get("x-amz-object-ownership") != null) {
            add(BucketSubresource.Action.PUT_BUCKET_OWNERSHIP_CONTROLS, bucket);
        }
    }

    private void object(ObjectOperation operation) {
        BucketName bucket = operation.bucket();
        add(operation.action(), bucket, operation.key(), operation.versionId());
        if (operation.action().has(ActionTrait.OBJECT_ATTRIBUTES)) {
            attributes(bucket, operation.key());
        }
        bypass(bucket, operation.key(), operation.bypassGovernance());
        operation.copySource().ifPresent(this::read);
        if (operation instanceof ObjectOperation.RenameObject rename) {
            add(ObjectAction.GET_OBJECT, bucket, rename.source(), null);
            add(ObjectAction.DELETE_OBJECT, bucket, rename.source(), null);
        }
    }

    /** Attributes of a new object need permissions of their own. */
    private void attributes(BucketName bucket, ObjectKey key) {
        if (AclHeaders.areIn(headers)) {
            add(ObjectSubresource.Action.PUT_OBJECT_ACL, bucket, key, null);
        }
        if (headers.get("x-amz-tagging") != null) {
            add(ObjectSubresource.Action.PUT_OBJECT_TAGGING, bucket, key, null);
        }
        if (headers.get("x-amz-object-lock-mode") != null
                || headers.get("x-amz-object-lock-retain-until-date") != null) {
            add(ObjectAction.PUT_OBJECT_RETENTION, bucket, key, null);
        }
        if (headers.get("x-amz-object-lock-legal-hold") != null) {
            add(ObjectSubresource.Action.PUT_OBJECT_LEGAL_HOLD, bucket, key, null);
        }
    }

    private void read(CopySource source) {
        add(ObjectAction.GET_OBJECT, source.bucket(), source.key(), source.versionId());
    }

    private void bypass(BucketName bucket, ObjectKey key, boolean isAsked) {
        if (isAsked) {
            needed.add(onObject("BypassGovernanceRetention", bucket, key));
        }
    }

    private void add(S3Action action, BucketName bucket) {
        for (ActionPermission permission : action.permissions()) {
            needed.add(onBucket(permission.current(), bucket));
        }
    }

    private void add(S3Action action, BucketName bucket, ObjectKey key, @Nullable VersionId version) {
        for (ActionPermission permission : action.permissions()) {
            needed.add(onObject(version == null ? permission.current() : permission.ofVersion(), bucket, key));
        }
    }
}
