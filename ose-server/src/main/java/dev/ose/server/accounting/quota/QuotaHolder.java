package dev.ose.server.accounting.quota;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;

/** Whose quota it is. */
public sealed interface QuotaHolder {

    /** The tenant that the holder is, or belongs to. */
    TenantId tenant();

    /** All of a tenant's buckets together. */
    record OfTenant(TenantId tenant) implements QuotaHolder {}

    /** The buckets that a user owns together, whoever writes to them. */
    record OfUser(TenantId tenant, UserId user) implements QuotaHolder {}

    /** One bucket. */
    record OfBucket(TenantId tenant, BucketId bucket) implements QuotaHolder {}
}
