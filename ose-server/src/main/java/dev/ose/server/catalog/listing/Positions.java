package dev.ose.server.catalog.listing;

import dev.ose.server.bucket.BucketId;
import java.util.Optional;

/**
 * Turns positions into the continuation tokens of S3 and back. Every node of a cluster opens what another has sealed; nobody
 * else can make one, or change one. Does not block.
 */
public interface Positions {

    /** The token of a position in a bucket. */
    String seal(BucketId bucket, Position position);

    /** Whether a token claims to be one of these. */
    boolean claimsToBeOne(String token);

    /** The position; empty if the token was not made for this bucket by {@link #seal}. */
    Optional<Position> open(BucketId bucket, String token);
}
