package dev.ose.server.access;

import dev.ose.s3.permission.Permission;
import dev.ose.s3.policy.Ruling;
import dev.ose.server.tenant.credential.Identity;

/** Takes the steps of a decision of {@link Authorizer}; each method does nothing unless it is overridden. */
interface AccessTrace {

    /** For requests that are served: takes nothing. */
    AccessTrace NONE = new AccessTrace() {};

    /** The tenant, the user or its credential is not active. */
    default void stopped(Identity caller) {}

    /** A group of the caller's policies was evaluated. */
    default void limited(Permission permission, Ruling ruling) {}

    /** Without a credential, no bucket is reached by the operation. */
    default void notPublic() {}

    /** The bucket is of another tenant, and its operation is for users of that tenant alone. */
    default void notForGuests() {}

    /** There is no such bucket, or none of which the caller may know. */
    default void bucketUnknown() {}
}
