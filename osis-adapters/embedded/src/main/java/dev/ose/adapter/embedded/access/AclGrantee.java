package dev.ose.adapter.embedded.access;

/**
 * Who is granted something by an ACL. Owners are named by what they are and not by who they are, so that a bucket that
 * is given away takes its ACLs along.
 */
public sealed interface AclGrantee {

    /** The owner of what the ACL is about. */
    record Owner() implements AclGrantee {}

    /** Of an object's ACL: the owner of its bucket. */
    record BucketOwner() implements AclGrantee {}

    /** One user. */
    record User(String canonicalId) implements AclGrantee {}

    /** One of S3's groups. */
    record Members(AclGroup group) implements AclGrantee {}
}
