package dev.ose.server.accounting.usage;

import dev.ose.server.bucket.BucketId;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;

/**
 * Tells what is stored, exactly: all writes that were acknowledged before the call are counted, whatever the size of the
 * bucket. Every method blocks on the database for one short query and throws {@code MetadataUnavailable} if it is away.
 */
public interface ObjectCounters {

    /** What all of a tenant's buckets hold. */
    Usage of(TenantId tenant);

    /** What one bucket of the tenant holds; nothing if the tenant has no such bucket. */
    Usage of(TenantId tenant, BucketId bucket);

    /** What the buckets hold that the user owns; whoever wrote an object, it counts for the owner of its bucket. */
    Usage of(TenantId tenant, UserId owner);

    /** What everybody's buckets hold. */
    Usage total();
}
