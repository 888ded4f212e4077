package dev.ose.server.bucket;

/**
 * A tenant's reservation of a name while the platform creates the bucket.
 *
 * @param isKept whether the tenant had the bucket already, which is kept if the platform refuses
 */
public record BucketClaim(BucketId bucket, boolean isKept) {}
