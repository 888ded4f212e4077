package dev.ose.server.bucket;

import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.time.Instant;

/**
 * A bucket claim whose request ended without a result, taken for verification.
 *
 * @param until when the hold ends; distinguishes it from other holds of the bucket
 */
public record StaleBucketClaim(TenantId tenant, BucketId bucket, UserId owner, Instant until) {}
