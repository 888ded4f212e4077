package dev.ose.server.access;

import dev.ose.s3.operation.ActionTrait;
import dev.ose.s3.operation.HeaderLookup;
import dev.ose.s3.operation.S3Action;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.permission.AclHeaders;

/**
 * The operations of guests, with whom another tenant shares a bucket, that are left to the platform: reading and
 * writing its objects, and reading its settings. The platform's ACLs and policies decide each. Whatever they allow, a
 * guest changes neither settings nor sharing of the bucket or its objects.
 */
final class GuestRules {

    private GuestRules() {}

    /** Whether the platform decides; otherwise the operation is refused. */
    static boolean areLeftToPlatform(S3Operation operation, HeaderLookup headers) {
        S3Action action = operation.action();
        boolean sharesObject = action.has(ActionTrait.OBJECT_ATTRIBUTES) && AclHeaders.openFurther(headers);
        return action.has(ActionTrait.GUESTS) && !sharesObject;
    }
}
