package dev.ose.server.bucket;

import dev.ose.adapter.PlatformTenantId;

/**
 * A bucket as somebody without a tenant finds it.
 *
 * @param platformTenant whose it is on its platform, which may have to be said together with the name
 */
public record PublicBucket(Bucket bucket, PlatformTenantId platformTenant) {}
