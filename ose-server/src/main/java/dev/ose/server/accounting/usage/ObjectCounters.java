package dev.ose.server.accounting.usage;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;

/**
 * Returns exact usage: all writes that were acknowledged before the call are counted, at a cost independent of the size
 * of the bucket. Every method blocks on the database for one short query and throws {@code MetadataUnavailable} if it
 * is unavailable.
 */
public interface ObjectCounters {

    /** The usage of all buckets of a tenant. */
    Usage of(TenantId tenant);

    /** The usage of one bucket of the tenant; {@link Usage#NOTHING} if the tenant has no such bucket. */
    Usage of(TenantId tenant, BucketId bucket);

    /**
     * The usage of the buckets that the user owns; objects count for the owner of their bucket, independent of their
     * writer.
     */
    Usage of(TenantId tenant, UserId owner);

    /** The usage of all tenants. */
    Usage total();
}
