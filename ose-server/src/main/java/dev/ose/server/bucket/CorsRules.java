package dev.ose.server.bucket;

import dev.ose.s3.BucketName;
import dev.ose.s3.document.CorsConfiguration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The CORS configurations of buckets, and the policy of the provider. Thread-safe. */
public interface CorsRules {

    /**
     * The CORS configuration of the bucket with that name for an anonymous caller, as {@link
     * BucketDirectory#findPublicly}. Empty if it has none, or there is no such bucket. May be some seconds old. Fails
     * if the platform does not answer.
     */
    CompletableFuture<Optional<CorsConfiguration>> find(BucketName bucket);

    /** The provider's policy, which goes before the rules of buckets. Never blocks. */
    default CorsPolicy policy() {
        return CorsPolicy.BUCKET_RULES;
    }

    /** Whether the bucket had rules when {@link #find} read them last, within an hour. Never blocks. */
    default boolean areRemembered(BucketName bucket) {
        return false;
    }

    /** Removes the bucket's configuration from the cache, because it was changed. */
    void forget(BucketId bucket);
}
