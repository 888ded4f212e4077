package dev.ose.server.bucket;

import dev.ose.server.tenant.TenantId;
import java.time.Instant;

/**
 * A claim of a bucket whose request never said how it ended, as somebody took it to find that out.
 *
 * @param until when it is taken for; another for each who takes or claims it
 */
public record StaleBucketClaim(TenantId tenant, BucketId bucket, Instant until) {}
