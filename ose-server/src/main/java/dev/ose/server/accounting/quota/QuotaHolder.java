package dev.ose.server.accounting.quota;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;

/** The holder of a quota. */
public sealed interface QuotaHolder {

    /** The tenant that the holder is, or belongs to. */
    TenantId tenant();

    /** All buckets of a tenant together. */
    record OfTenant(TenantId tenant) implements QuotaHolder {}

    /** All buckets that a user owns together, independent of who writes to them. */
    record OfUser(TenantId tenant, UserId user) implements QuotaHolder {}

    /** One bucket. */
    record OfBucket(TenantId tenant, BucketId bucket) implements QuotaHolder {}
}
