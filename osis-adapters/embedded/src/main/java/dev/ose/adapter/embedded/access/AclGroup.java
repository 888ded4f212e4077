package dev.ose.adapter.embedded.access;

import dev.ose.s3.GrantHeader;
import java.util.Arrays;
import java.util.Optional;

/**
 * The groups that S3 knows as grantees.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/acl-overview.html#specifying-grantee-predefined-groups">
 *     predefined groups</a>
 */
public enum AclGroup {
    /** Everybody, with a key or without. */
    ALL_USERS(GrantHeader.EVERYBODY),
    /** All users of the bucket's tenant: those of others are strangers to it, whatever proves who they are. */
    AUTHENTICATED_USERS(GrantHeader.AUTHENTICATED),
    /** Who writes access logs. */
    LOG_DELIVERY(GrantHeader.LOG_DELIVERY);

    private final String uri;

    AclGroup(String uri) {
        this.uri = uri;
    }

    /** The name in documents and headers. */
    public String uri() {
        return uri;
    }

    /** Whether it counts as the public, which a public access block is about. */
    public boolean isPublic() {
        return this != LOG_DELIVERY;
    }

    /** The group of that name. */
    public static Optional<AclGroup> find(String uri) {
        return Arrays.stream(values()).filter(group -> group.uri.equals(uri)).findFirst();
    }
}
