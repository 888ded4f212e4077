package dev.ose.server.bucket;

import dev.ose.adapter.PlatformTenantId;

/**
 * A bucket as somebody finds it who is not of its tenant.
 *
 * @param platformTenant whose it is on its platform, which may have to be said together with the name
 */
public record ForeignBucket(Bucket bucket, PlatformTenantId platformTenant) {}
