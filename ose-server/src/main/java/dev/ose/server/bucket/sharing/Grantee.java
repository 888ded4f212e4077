package dev.ose.server.bucket.sharing;

import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;

/** A principal to which a bucket's policy or ACL grants access. */
public sealed interface Grantee {

    /** The public, authenticated or not. */
    record Everybody() implements Grantee {}

    /** All users of a tenant. */
    record OfTenant(TenantId tenant) implements Grantee {}

    /** One user. */
    record OfUser(TenantId tenant, UserId user) implements Grantee {}
}
