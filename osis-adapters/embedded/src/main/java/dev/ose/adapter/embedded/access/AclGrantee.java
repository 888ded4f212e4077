package dev.ose.adapter.embedded.access;

/**
 * A grantee of an ACL. Owners are stored as a role, not as a user, so that the ACLs of a transferred bucket stay valid.
 */
public sealed interface AclGrantee {

    /** The owner of the bucket or object that has the ACL. */
    record Owner() implements AclGrantee {}

    /** The owner of the bucket, in the ACL of an object. */
    record BucketOwner() implements AclGrantee {}

    /** One user. */
    record User(String canonicalId) implements AclGrantee {}

    /** The members of an S3 group. */
    record Members(AclGroup group) implements AclGrantee {}
}
