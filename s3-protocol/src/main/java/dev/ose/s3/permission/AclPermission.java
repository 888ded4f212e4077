package dev.ose.s3.permission;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What a grant of an ACL permits.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/acl-overview.html#permissions">What permissions
 *     can I grant?</a>
 */
public enum AclPermission {
    FULL_CONTROL("x-amz-grant-full-control"),
    READ("x-amz-grant-read"),
    READ_ACP("x-amz-grant-read-acp"),
    WRITE("x-amz-grant-write"),
    WRITE_ACP("x-amz-grant-write-acp");

    private final String header;

    AclPermission(String header) {
        this.header = header;
    }

    /** The header of a request that grants it. */
    public String header() {
        return header;
    }

    /** The permission that a document names so. */
    public static Optional<AclPermission> find(String name) {
        return first(it -> it.name().equals(name));
    }

    /** The permission that this header grants, its name in lower case. */
    public static Optional<AclPermission> ofHeader(String name) {
        return first(it -> it.header.equals(name));
    }

    private static Optional<AclPermission> first(Predicate<AclPermission> condition) {
        return Arrays.stream(values()).filter(condition).findFirst();
    }
}
