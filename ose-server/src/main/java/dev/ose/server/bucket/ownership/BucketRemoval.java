package dev.ose.server.bucket.ownership;

import dev.ose.s3.BucketName;
import dev.ose.server.bucket.BucketDeletion;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;

/**
 * The order of a bucket's deletion: it is recorded in the bucket's row, the platform deletes the bucket, then the row
 * is deleted, also if the platform does not have the bucket. If the bucket is created again meanwhile, the order of the
 * two is unknown, and the platform is asked again.
 */
public final class BucketRemoval {

    private static final int MAX_ATTEMPTS = 3;

    private BucketRemoval() {}

    /**
     * What the platform answers.
     *
     * @param isDeleted whether it has deleted the bucket
     * @param isGone whether it had none
     */
    public record Answer<R>(boolean isDeleted, boolean isGone, R whole) {}

    /**
     * The result.
     *
     * @param isDeleted whether the platform has deleted the bucket
     * @param isRemoved whether there is no bucket any more
     * @param last the platform's last answer
     */
    public record Result<R>(boolean isDeleted, boolean isRemoved, R last) {}

    /** The steps of a deletion. */
    public interface Steps<R> {

        /** Records that the platform is about to delete the bucket. */
        BucketDeletion begin();

        /** Has the platform delete the bucket. */
        Answer<R> delete();

        /** Deletes the row; false if the bucket was confirmed meanwhile. */
        boolean complete(BucketDeletion deletion);

        /** Records that the bucket was not deleted, or not certainly. */
        void cancel(BucketDeletion deletion);
    }

    /**
     * Performs the steps.
     *
     * @throws FailureException {@code BucketBusy} if creations come between again and again
     */
    public static <R> Result<R> perform(BucketName bucket, Steps<R> steps) {
        boolean wasDeleted = false;
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            BucketDeletion deletion = steps.begin();
            Answer<R> answer = answer(steps, deletion);
            if (!answer.isDeleted() && !answer.isGone()) {
                steps.cancel(deletion);
                return new Result<>(false, false, answer.whole());
            }
            wasDeleted |= answer.isDeleted();
            if (steps.complete(deletion)) {
                return new Result<>(wasDeleted, true, answer.whole());
            }
        }
        throw new FailureException(new Failure.BucketBusy(bucket.value()));
    }

    private static <R> Answer<R> answer(Steps<R> steps, BucketDeletion deletion) {
        try {
            return steps.delete();
        } catch (RuntimeException unanswered) {
            // Whatever it is, a row that stays would keep the bucket busy for minutes.
            steps.cancel(deletion);
            throw unanswered;
        }
    }
}
