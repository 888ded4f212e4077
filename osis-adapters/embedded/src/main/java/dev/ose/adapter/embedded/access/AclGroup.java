package dev.ose.adapter.embedded.access;

import dev.ose.s3.GrantHeader;
import java.util.Arrays;
import java.util.Optional;

/**
 * The groups that S3 defines as grantees.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/acl-overview.html#specifying-grantee-predefined-groups">
 *     predefined groups</a>
 */
public enum AclGroup {
    /** All callers, authenticated or not. */
    ALL_USERS(GrantHeader.EVERYBODY),
    /** All users of the bucket's tenant, but no authenticated users of others. */
    AUTHENTICATED_USERS(GrantHeader.AUTHENTICATED),
    /** The writer of access logs. */
    LOG_DELIVERY(GrantHeader.LOG_DELIVERY);

    private final String uri;

    AclGroup(String uri) {
        this.uri = uri;
    }

    /** The name in documents and headers. */
    public String uri() {
        return uri;
    }

    /** Whether a public access block applies to it. */
    public boolean isPublic() {
        return this != LOG_DELIVERY;
    }

    /** The group of that name. */
    public static Optional<AclGroup> find(String uri) {
        return Arrays.stream(values()).filter(group -> group.uri.equals(uri)).findFirst();
    }
}
