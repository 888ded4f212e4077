package dev.ose.server.bucket;

import dev.ose.s3.BucketName;
import dev.ose.s3.document.CorsConfiguration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Knows the cross-origin rules of buckets. Safe for use by several threads. */
public interface CorsRules {

    /**
     * The rules of the bucket that a stranger means by the name, as {@link BucketDirectory#findPublicly}. Empty if it has
     * none, and if there is no such bucket. May be some seconds old. Fails if the platform cannot be asked.
     */
    CompletableFuture<Optional<CorsConfiguration>> find(BucketName bucket);

    /** Drops what is known of the bucket's rules, because they were changed. */
    void forget(BucketId bucket);
}
