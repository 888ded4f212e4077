package dev.ose.adapter.embedded.access;

import dev.ose.s3.permission.AclPermission;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The canned ACLs.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/acl-overview.html#canned-acl">Canned ACL</a>
 */
public enum CannedAcl {
    PRIVATE("private"),
    PUBLIC_READ("public-read"),
    PUBLIC_READ_WRITE("public-read-write"),
    AUTHENTICATED_READ("authenticated-read"),
    LOG_DELIVERY_WRITE("log-delivery-write"),
    BUCKET_OWNER_READ("bucket-owner-read"),
    BUCKET_OWNER_FULL_CONTROL("bucket-owner-full-control");

    private final String text;

    CannedAcl(String text) {
        this.text = text;
    }

    /** The one of that name. */
    public static Optional<CannedAcl> find(String text) {
        return Arrays.stream(values()).filter(acl -> acl.text.equals(text)).findFirst();
    }

    /** Its grants as the ACL of an object. */
    public Acl ofObject() {
        return new Acl(
                switch (this) {
                    case PRIVATE -> List.of(Grant.OWNERS);
                    case PUBLIC_READ -> List.of(Grant.OWNERS, grant(AclGroup.ALL_USERS, AclPermission.READ));
                    case PUBLIC_READ_WRITE ->
                        List.of(
                                Grant.OWNERS,
                                grant(AclGroup.ALL_USERS, AclPermission.READ),
                                grant(AclGroup.ALL_USERS, AclPermission.WRITE));
                    case AUTHENTICATED_READ ->
                        List.of(Grant.OWNERS, grant(AclGroup.AUTHENTICATED_USERS, AclPermission.READ));
                    case LOG_DELIVERY_WRITE ->
                        List.of(
                                Grant.OWNERS,
                                grant(AclGroup.LOG_DELIVERY, AclPermission.WRITE),
                                grant(AclGroup.LOG_DELIVERY, AclPermission.READ_ACP));
                    case BUCKET_OWNER_READ ->
                        List.of(Grant.OWNERS, new Grant(new AclGrantee.BucketOwner(), AclPermission.READ));
                    case BUCKET_OWNER_FULL_CONTROL ->
                        List.of(Grant.OWNERS, new Grant(new AclGrantee.BucketOwner(), AclPermission.FULL_CONTROL));
                });
    }

    /** Its grants as the ACL of a bucket: S3 ignores there the grants for the bucket's owner. */
    public Acl ofBucket() {
        return new Acl(ofObject().grants().stream()
                .filter(grant -> !(grant.grantee() instanceof AclGrantee.BucketOwner))
                .toList());
    }

    private static Grant grant(AclGroup group, AclPermission permission) {
        return new Grant(new AclGrantee.Members(group), permission);
    }
}
