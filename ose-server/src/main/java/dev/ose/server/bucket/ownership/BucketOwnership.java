package dev.ose.server.bucket.ownership;

import dev.ose.adapter.PlatformUserId;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.ExclusiveWork;
import dev.ose.server.tenant.Placements;
import dev.ose.server.tenant.PlatformAdministration;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.util.Optional;

/**
 * Transfers buckets to other users of their tenant: a bucket of the new owner's quota is reserved, then the platform is
 * called, then the rows are changed. A call that failed or was interrupted is completed by repeating it, whatever the
 * quota allows by then, and so is a change that an administrator made on the platform. Blocks on database and platform.
 */
public final class BucketOwnership {

    private final Provisioning provisioning;
    private final Placements placements;
    private final PlatformAdministration platforms;
    private final BucketTransfers transfers;
    private final ExclusiveWork exclusive;

    public BucketOwnership(
            Provisioning provisioning,
            Placements placements,
            PlatformAdministration platforms,
            BucketTransfers transfers,
            ExclusiveWork exclusive) {
        this.provisioning = provisioning;
        this.placements = placements;
        this.platforms = platforms;
        this.transfers = transfers;
        this.exclusive = exclusive;
    }

    /**
     * Makes the user the bucket's owner. The bucket's usage counts for that user from then on.
     *
     * @throws FailureException {@code NotFound} (the user), {@code BucketMissing}, {@code TooManyBuckets} (of the
     *     new owner), {@code NotOffered}, {@code PlatformRefused} with what to do on the platform, {@code Busy} during
     *     another transfer of the bucket
     */
    public void transfer(TenantId tenant, Bucket bucket, UserId newOwner) {
        PlatformUserId to = place(tenant, provisioning.user(tenant, newOwner).id(), bucket.platform());
        PlatformUserId from = provisioning.counterpart(tenant, bucket.owner(), bucket.platform());
        // Two concurrent transfers might otherwise end with different owners on the platform and in the row.
        exclusive.alone("owner of bucket " + bucket.id(), () -> {
            Optional<UserId> before = transfers.promise(tenant, bucket, newOwner);
            try {
                platforms.transferBucket(
                        bucket.platform(), from, to, bucket.name().value());
            } catch (FailureException e) {
                retreat(tenant, bucket, newOwner, before, e.failure());
                throw e;
            }
            transfers.fulfil(tenant, bucket, newOwner);
            return newOwner;
        });
    }

    private PlatformUserId place(TenantId tenant, UserId user, PlatformId platform) {
        if (!provisioning.tenant(tenant).platform().equals(platform)) {
            placements.place(tenant, user, platform);
        }
        return provisioning.counterpart(tenant, user, platform);
    }

    /**
     * Keeps the promise if the platform may have made the transfer: in this call, or in an earlier one to the same
     * new owner.
     */
    private void retreat(TenantId tenant, Bucket bucket, UserId newOwner, Optional<UserId> before, Failure why) {
        if (why instanceof Failure.OutcomeUnknown) {
            return;
        }
        boolean isAnswered = !(why instanceof Failure.PlatformUnreachable);
        transfers.withdraw(tenant, bucket, before.filter(it -> !isAnswered || !it.equals(newOwner)));
    }
}
