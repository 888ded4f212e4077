package dev.ose.adapter.embedded.http;

import dev.ose.s3.operation.ObjectOperation;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.permission.AclPermission;
import java.util.Optional;

/**
 * The ACL permission that corresponds to an action.
 *
 * @param isOnObject whether the object's own ACL counts, and not that of its bucket
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/acl-overview.html#acl-access-policy-permission-mapping">
 *     Mapping of ACL permissions and access policy permissions</a>
 */
record AclRight(boolean isOnObject, AclPermission permission) {

    /**
     * The permission for an action of a policy; empty if no ACL grants it. WRITE on a bucket includes deletions, and
     * ACL and tags of written objects, as on Ceph. Tags of an object need FULL_CONTROL, as on Ceph.
     */
    static Optional<AclRight> of(String action, S3Operation operation) {
        return switch (action) {
            case "s3:ListBucket", "s3:ListBucketVersions", "s3:ListBucketMultipartUploads" ->
                onBucket(AclPermission.READ);
            case "s3:PutObject",
                    "s3:DeleteObject",
                    "s3:DeleteObjectVersion",
                    "s3:AbortMultipartUpload",
                    "s3:ListMultipartUploadParts" -> onBucket(AclPermission.WRITE);
            case "s3:GetBucketAcl" -> onBucket(AclPermission.READ_ACP);
            case "s3:PutBucketAcl" -> onBucket(AclPermission.WRITE_ACP);
            case "s3:GetObject", "s3:GetObjectVersion", "s3:GetObjectAttributes", "s3:GetObjectVersionAttributes" ->
                onObject(AclPermission.READ);
            case "s3:GetObjectAcl", "s3:GetObjectVersionAcl" -> onObject(AclPermission.READ_ACP);
            case "s3:PutObjectAcl" ->
                isUpload(operation) ? onBucket(AclPermission.WRITE) : onObject(AclPermission.WRITE_ACP);
            case "s3:PutObjectVersionAcl" -> onObject(AclPermission.WRITE_ACP);
            case "s3:PutObjectTagging" ->
                isUpload(operation) ? onBucket(AclPermission.WRITE) : onObject(AclPermission.FULL_CONTROL);
            case "s3:PutObjectVersionTagging",
                    "s3:GetObjectTagging",
                    "s3:GetObjectVersionTagging",
                    "s3:DeleteObjectTagging",
                    "s3:DeleteObjectVersionTagging" -> onObject(AclPermission.FULL_CONTROL);
            default -> Optional.empty();
        };
    }

    private static Optional<AclRight> onBucket(AclPermission permission) {
        return Optional.of(new AclRight(false, permission));
    }

    private static Optional<AclRight> onObject(AclPermission permission) {
        return Optional.of(new AclRight(true, permission));
    }

    private static boolean isUpload(S3Operation operation) {
        return operation instanceof ObjectOperation.PutObject
                || operation instanceof ObjectOperation.CopyObject
                || operation instanceof ObjectOperation.CreateMultipartUpload;
    }
}
