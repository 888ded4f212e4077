package dev.ose.server.bucket.ownership;

import dev.ose.server.bucket.BucketOwner;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.StaleBucketClaim;
import dev.ose.server.bucket.sharing.SharingAdoption;
import dev.ose.server.platform.Platform;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.JobHealth;
import dev.ose.server.runtime.jobs.JobPlan;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.transfer.HeadListener;
import dev.ose.server.transfer.PlatformClient;
import dev.ose.server.transfer.PlatformResponse;
import java.time.Duration;
import java.util.Optional;

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
    private final PlatformDirectory platforms;
    private final PlatformClient questions;
    private final OwnerBucketList lists;
    private final SharingAdoption shares;
    private final Job job;
    private final JobHealth answers;

    /** Creates the recovery; {@link #start} begins the work. */
    public BucketClaimRecovery(
            Jobs jobs,
            BucketStore buckets,
            BucketOwners owners,
            PlatformDirectory platforms,
            PlatformClient questions,
            OwnerBucketList lists,
            SharingAdoption shares) {
        this.buckets = buckets;
        this.owners = owners;
        this.platforms = platforms;
        this.questions = questions;
        this.lists = lists;
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
        if (!isThere(owner)) {
            buckets.abandonLeft(claim);
        } else if (lists.include(owner) && buckets.confirmLeft(claim)) {
            // The request may have set an ACL, which only the platform knows now.
            shares.adopt(claim.tenant(), claim.bucket());
        }
    }

    private boolean isThere(BucketOwner owner) {
        Platform platform = platforms.get(owner.endpoint());
        String path = '/' + owner.bucket().value();
        return questions.askAndWait(owner.question(platform, "HEAD", path, "", "CheckClaim"), new Answer(platform));
    }

    /** Whether such a bucket exists, possibly another owner's public one; a refusal leaves this open. */
    private static final class Answer extends HeadListener<Boolean> {

        Answer(Platform platform) {
            super(platform);
        }

        @Override
        protected void answered(PlatformResponse response) {
            switch (response.status()) {
                case 200 -> answer(true);
                case 404 -> answer(false);
                default -> unreachable();
            }
        }
    }

    /** Stops after the request under way; blocks for at most ten seconds. */
    @Override
    public void close() {
        job.close();
    }
}
