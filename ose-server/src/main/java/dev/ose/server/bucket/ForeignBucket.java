package dev.ose.server.bucket;

import dev.ose.adapter.PlatformTenantId;

/**
 * A bucket as seen by a caller outside its tenant.
 *
 * @param platformTenant the bucket's tenant on its platform, which may be needed to address it
 */
public record ForeignBucket(Bucket bucket, PlatformTenantId platformTenant) {}
