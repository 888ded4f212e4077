package dev.ose.server.bucket;

/**
 * A tenant's reservation of a name while the platform creates the bucket.
 *
 * @param isKept whether the tenant had the bucket already, which is kept if the platform refuses
 * @param isShared whether another request of the tenant may be creating the bucket at this moment
 */
public record BucketClaim(BucketId bucket, boolean isKept, boolean isShared) {}
