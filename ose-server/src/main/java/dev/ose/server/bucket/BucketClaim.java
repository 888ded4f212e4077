package dev.ose.server.bucket;

/**
 * A tenant's hold on a name while the platform is asked to create the bucket.
 *
 * @param isKept whether the tenant had the bucket already, which then outlives a refusal of the platform
 */
public record BucketClaim(BucketId bucket, boolean isKept) {}
