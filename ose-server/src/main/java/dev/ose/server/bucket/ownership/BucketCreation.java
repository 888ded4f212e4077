package dev.ose.server.bucket.ownership;

import dev.ose.s3.BucketName;
import dev.ose.server.bucket.BucketClaim;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import org.jspecify.annotations.Nullable;

/**
 * The order of a bucket's creation: the name is claimed in the database, then the platform creates the bucket, then the
 * claim is confirmed. A crash in between leaves a claim that the same tenant's retry takes over, or else {@link
 * BucketClaimRecovery} ends.
 */
public final class BucketCreation {

    private static final int MAX_ATTEMPTS = 3;

    private BucketCreation() {}

    /** The steps of a creation. */
    public interface Steps<R> {

        /**
         * Claims the name.
         *
         * @param isAgain whether the platform may have the bucket already, so that it is worth waiting for a deletion
         */
        BucketClaim claim(boolean isAgain);

        /** Has the platform create the bucket; null if it did, otherwise the refusal, after the claim was abandoned. */
        @Nullable
        R refusal(BucketClaim claim);

        /** Confirms the claim; false if a deletion has taken the row meanwhile. */
        boolean confirm(BucketClaim claim);
    }

    /**
     * Performs the steps; returns the platform's refusal, or null if the bucket is created.
     *
     * <p>If a deletion has taken the row meanwhile, the platform may have created the bucket before or after it. Giving
     * up because another deletion keeps the name busy could leave a bucket that no tenant can delete.
     *
     * @throws FailureException {@code BucketBusy} if deletions come between again and again
     */
    public static <R> @Nullable R perform(BucketName bucket, Steps<R> steps) {
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            BucketClaim claim = steps.claim(attempt > 0);
            @Nullable R refusal = steps.refusal(claim);
            if (refusal != null || steps.confirm(claim)) {
                return refusal;
            }
        }
        throw new FailureException(new Failure.BucketBusy(bucket.value()));
    }
}
