package dev.ose.server.bucket;

import java.util.UUID;

/**
 * A claim that is being given up, while no other request can take part.
 *
 * @param id distinguishes it from other ends of claims of the bucket
 */
public record EndingClaim(BucketId bucket, UUID id) {}
