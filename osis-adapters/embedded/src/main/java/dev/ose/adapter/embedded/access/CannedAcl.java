package dev.ose.adapter.embedded.access;

import dev.ose.s3.permission.AclPermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The ACLs that have names.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/acl-overview.html#canned-acl">Canned ACL</a>
 */
public enum CannedAcl {
    PRIVATE("private"),
    PUBLIC_READ("public-read", grant(Group.ALL_USERS, AclPermission.READ)),
    PUBLIC_READ_WRITE(
            "public-read-write",
            grant(Group.ALL_USERS, AclPermission.READ),
            grant(Group.ALL_USERS, AclPermission.WRITE)),
    AUTHENTICATED_READ("authenticated-read", grant(Group.AUTHENTICATED_USERS, AclPermission.READ)),
    LOG_DELIVERY_WRITE(
            "log-delivery-write",
            grant(Group.LOG_DELIVERY, AclPermission.WRITE),
            grant(Group.LOG_DELIVERY, AclPermission.READ_ACP)),
    BUCKET_OWNER_READ("bucket-owner-read", new Grant(new Grantee.BucketOwner(), AclPermission.READ)),
    BUCKET_OWNER_FULL_CONTROL(
            "bucket-owner-full-control", new Grant(new Grantee.BucketOwner(), AclPermission.FULL_CONTROL));

    private final String text;
    private final List<Grant> grants;

    CannedAcl(String text, Grant... more) {
        this.text = text;
        List<Grant> all = new ArrayList<>(List.of(Grant.OWNERS));
        all.addAll(List.of(more));
        this.grants = List.copyOf(all);
    }

    private static Grant grant(Group group, AclPermission permission) {
        return new Grant(new Grantee.Members(group), permission);
    }

    /** The one of that name. */
    public static Optional<CannedAcl> find(String text) {
        return Arrays.stream(values()).filter(acl -> acl.text.equals(text)).findFirst();
    }

    /** What it grants where it is that of an object. */
    public Acl ofObject() {
        return new Acl(grants);
    }

    /** What it grants where it is that of a bucket: S3 overlooks there what it says of the bucket's owner. */
    public Acl ofBucket() {
        return new Acl(grants.stream()
                .filter(grant -> !(grant.grantee() instanceof Grantee.BucketOwner))
                .toList());
    }
}
