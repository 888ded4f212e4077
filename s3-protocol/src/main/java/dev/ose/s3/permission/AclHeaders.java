package dev.ose.s3.permission;

import dev.ose.s3.operation.HeaderLookup;
import java.util.Arrays;
import java.util.List;

/**
 * The headers with an ACL of a bucket or object.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/acl-overview.html#canned-acl">canned ACLs</a>
 */
public final class AclHeaders {

    /** Names an ACL. */
    public static final String CANNED = "x-amz-acl";

    /** The canned ACLs that grant nothing to others than the bucket's owner. */
    public static final List<String> CLOSED_ACLS = List.of("private", "bucket-owner-read", "bucket-owner-full-control");

    /** The headers with grants. */
    public static final List<String> GRANTS =
            Arrays.stream(AclPermission.values()).map(AclPermission::header).toList();

    private AclHeaders() {}

    /** Whether the request has any of them. */
    public static boolean areIn(HeaderLookup headers) {
        return headers.get(CANNED) != null || grant(headers);
    }

    /** Whether they grant something to others than the bucket's owner. */
    public static boolean openFurther(HeaderLookup headers) {
        String canned = headers.get(CANNED);
        return grant(headers) || (canned != null && !CLOSED_ACLS.contains(canned));
    }

    private static boolean grant(HeaderLookup headers) {
        return GRANTS.stream().anyMatch(name -> headers.get(name) != null);
    }
}
