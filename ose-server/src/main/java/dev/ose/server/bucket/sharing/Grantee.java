package dev.ose.server.bucket.sharing;

import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;

/** Somebody whom a bucket's policy or ACL allows something. */
public sealed interface Grantee {

    /** Everybody, with a key or without. */
    record Everybody() implements Grantee {}

    /** All users of a tenant. */
    record OfTenant(TenantId tenant) implements Grantee {}

    /** One user. */
    record OfUser(TenantId tenant, UserId user) implements Grantee {}
}
