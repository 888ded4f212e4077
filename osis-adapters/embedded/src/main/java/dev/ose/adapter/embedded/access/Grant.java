package dev.ose.adapter.embedded.access;

import dev.ose.s3.permission.AclPermission;

/** One line of an ACL. */
public record Grant(AclGrantee grantee, AclPermission permission) {

    /** Full control for the owner. */
    public static final Grant OWNERS = new Grant(new AclGrantee.Owner(), AclPermission.FULL_CONTROL);

    /** Whether it includes the permission. */
    boolean covers(AclPermission wanted) {
        return permission == wanted || permission == AclPermission.FULL_CONTROL;
    }

    /** Whether its grantee is the public. */
    boolean isPublic() {
        return grantee instanceof AclGrantee.Members(AclGroup group) && group.isPublic();
    }
}
