package dev.ose.server.catalog.listing;

import dev.ose.server.bucket.BucketId;
import java.util.Optional;

/**
 * Converts positions into S3 continuation tokens and back. Every node of a cluster opens tokens of the others; clients
 * can neither create nor change one. Does not block.
 */
public interface Positions {

    /** The token of a position in a bucket. */
    String seal(BucketId bucket, Position position);

    /** Whether a token has the form of these. */
    boolean claimsToBeOne(String token);

    /** The position; empty if the token was not created for this bucket by {@link #seal}. */
    Optional<Position> open(BucketId bucket, String token);
}
