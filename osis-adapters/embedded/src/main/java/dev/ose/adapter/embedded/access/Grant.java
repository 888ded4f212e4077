package dev.ose.adapter.embedded.access;

import dev.ose.s3.permission.AclPermission;

/** One line of an ACL. */
public record Grant(AclGrantee grantee, AclPermission permission) {

    /** Everything to the owner. */
    public static final Grant OWNERS = new Grant(new AclGrantee.Owner(), AclPermission.FULL_CONTROL);

    /** Whether it is as much as is asked for. */
    boolean covers(AclPermission wanted) {
        return permission == wanted || permission == AclPermission.FULL_CONTROL;
    }

    /** Whether it lets in the public. */
    boolean isPublic() {
        return grantee instanceof AclGrantee.Members(AclGroup group) && group.isPublic();
    }
}
