package dev.ose.server.access;

import dev.ose.s3.operation.ActionTrait;
import dev.ose.s3.operation.HeaderLookup;
import dev.ose.s3.operation.S3Action;
import dev.ose.s3.operation.S3Operation;
import dev.ose.s3.permission.AclHeaders;

/**
 * What is put to a platform on behalf of somebody with whom another tenant shares a bucket: to read and write its objects,
 * and to read its settings. The platform's ACLs and policies decide each. Whatever they say, a guest does not change what
 * the bucket is, nor whom it or its objects are shared with.
 */
final class GuestRules {

    private GuestRules() {}

    /** Whether the platform is asked; otherwise the operation is refused. */
    static boolean areLeftToPlatform(S3Operation operation, HeaderLookup headers) {
        S3Action action = operation.action();
        boolean sharesObject = action.has(ActionTrait.OBJECT_ATTRIBUTES) && AclHeaders.openFurther(headers);
        return action.has(ActionTrait.GUESTS) && !sharesObject;
    }
}
