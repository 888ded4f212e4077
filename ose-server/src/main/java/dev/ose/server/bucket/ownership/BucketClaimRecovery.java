package dev.ose.server.bucket.ownership;

import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.StaleBucketClaim;
import dev.ose.server.bucket.sharing.SharingAdoption;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobHealth;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Resolves stale bucket claims, whose creation was neither confirmed nor given up, by asking the platform whether the
 * owner has the bucket. Without it the claim would block the name, and count, forever. Safe on several nodes at once.
 */
public final class BucketClaimRecovery implements AutoCloseable {

    /** Counted from the claim's expiry, so that the platform certainly no longer works on the request. */
    private static final Duration AGE = Duration.ofMinutes(10);

    private static final String NAME = "bucket-claim-recovery";
    private static final int CLAIMS_PER_ROUND = 100;
    private static final Duration ROUND = Duration.ofMinutes(5);

    private final BucketStore buckets;
    private final BucketOwners owners;
    private final BucketAdmissions admissions;
    private final ClaimAbandonment abandonment;
    private final PlatformBuckets platform;
    private final SharingAdoption shares;
    private final Job job;
    private final JobHealth answers;

    /** Creates the recovery; {@link #start} begins the work. */
    public BucketClaimRecovery(
            Jobs jobs,
            BucketStore buckets,
            BucketOwners owners,
            BucketAdmissions admissions,
            PlatformBuckets platform,
            SharingAdoption shares) {
        this.buckets = buckets;
        this.owners = owners;
        this.admissions = admissions;
        this.abandonment = new ClaimAbandonment(buckets, admissions, Supplier::get);
        this.platform = platform;
        this.shares = shares;
        this.job = jobs.periodic(JobPlan.every(NAME, ROUND).delayed(), _ -> check(AGE));
        this.answers = jobs.health(NAME + "-answers");
    }

    /** Starts checking; to be called once. Does not block. */
    public BucketClaimRecovery start() {
        job.start();
        return this;
    }

    /**
     * Verifies some claims that expired longer ago than {@code age}, one after the other: during a verification, no
     * other user can create the bucket. Blocks on database and platform.
     */
    public void check(Duration age) {
        for (int i = 0; i < CLAIMS_PER_ROUND && !job.isStopping(); i++) {
            Optional<StaleBucketClaim> claim = buckets.takeLeftClaim(age);
            if (claim.isEmpty()) {
                return;
            }
            settle(claim.get());
        }
    }

    private void settle(StaleBucketClaim claim) {
        try {
            // Without the owner's key the platform cannot be asked.
            owners.find(claim.bucket()).ifPresent(owner -> settle(claim, owner));
            answers.succeeded();
        } catch (RuntimeException unknown) {
            // A claim that cannot be verified stays due, and must not block the others of this round.
            answers.failed(unknown);
        }
    }

    private void settle(StaleBucketClaim claim, BucketOwner owner) {
        Optional<BucketAdmissions.Admission> admission =
                admissions.find(owner.platform(), claim.tenant(), claim.owner(), owner.bucket());
        if (!isAdmitted(admission)) {
            buckets.abandonLeft(claim);
        } else if (!platform.exists(owner)) {
            admission.ifPresentOrElse(
                    it -> abandonment.perform(claim.tenant(), it, () -> buckets.beginAbandon(claim)),
                    () -> buckets.abandonLeft(claim));
        } else if (platform.isListed(owner) && buckets.confirmLeft(claim)) {
            // The request may have set an ACL, which only the platform knows now.
            shares.adopt(claim.tenant(), claim.bucket());
        }
    }

    /** The creation may have ended before it was admitted; without admission the platform does not answer the owner. */
    private boolean isAdmitted(Optional<BucketAdmissions.Admission> admission) {
        try {
            admission.ifPresent(admissions::grant);
            return true;
        } catch (FailureException e) {
            if (e.failure() instanceof Failure.BucketTaken) {
                return false;
            }
            throw e;
        }
    }

    /** Stops after the request under way; blocks for at most ten seconds. */
    @Override
    public void close() {
        job.close();
    }
}
