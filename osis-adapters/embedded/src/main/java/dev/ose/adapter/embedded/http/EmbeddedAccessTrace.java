package dev.ose.adapter.embedded.http;

import dev.ose.adapter.embedded.access.Grant;
import dev.ose.s3.permission.Permission;
import dev.ose.s3.policy.Ruling;
import org.jspecify.annotations.Nullable;

/** Takes the steps of a decision about a request; each method does nothing unless it is overridden. */
interface EmbeddedAccessTrace {

    /** For requests that are served: takes nothing. */
    EmbeddedAccessTrace NONE = new EmbeddedAccessTrace() {};

    /** The bucket's policy was evaluated. */
    default void ruled(Permission permission, Ruling ruling) {}

    /** The bucket's policy cannot be evaluated and thus denies. */
    default void policyUnreadable(Permission permission) {}

    /** The public access block restricts what the policy allows. */
    default void policyBlocked() {}

    /** The public access block takes the effect from a grant that would suffice. */
    default void aclBlocked() {}

    /**
     * The caller owns the bucket.
     *
     * @param permission null for a condition on the object
     */
    default void bucketOwner(@Nullable Permission permission) {}

    /** A grant of the bucket's ACL suffices. */
    default void bucketAcl(Grant grant) {}

    /** The object is the caller's. */
    default void objectOwner() {}

    /** A grant of the object's ACL suffices. */
    default void objectAcl(Grant grant) {}

    /** Nothing permits it. */
    default void notGranted(Permission permission) {}
}
