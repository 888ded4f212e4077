package dev.ose.server.bucket.ownership;

import dev.ose.adapter.PlatformUserId;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.jobs.ExclusiveWork;
import dev.ose.server.tenant.PlatformAdministration;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.util.Optional;

/**
 * Gives buckets to other users of their tenant: a place under the heir's quota is taken, then the platform is told, then our
 * rows are. A call that failed or died in between is completed by repeating it, whatever the quota says by then, and so is what
 * the platform's administrator did by hand. Blocks on database and platform.
 */
public final class BucketOwnership {

    private final Provisioning provisioning;
    private final PlatformAdministration platforms;
    private final BucketTransfers gifts;
    private final ExclusiveWork exclusive;

    public BucketOwnership(
            Provisioning provisioning,
            PlatformAdministration platforms,
            BucketTransfers gifts,
            ExclusiveWork exclusive) {
        this.provisioning = provisioning;
        this.platforms = platforms;
        this.gifts = gifts;
        this.exclusive = exclusive;
    }

    /**
     * Makes the user the bucket's owner. What it holds counts for that user from then on.
     *
     * @throws FailureException {@code NotFound} (the user), {@code BucketMissing}, {@code TooManyBuckets} (of the heir), {@code
     *     NotOffered}, {@code PlatformRefused} with what to do on the platform, {@code Busy} while it is given to somebody
     */
    public void give(TenantId tenant, Bucket bucket, UserId heir) {
        PlatformUserId to =
                provisioning.counterpart(tenant, provisioning.user(tenant, heir).id());
        PlatformUserId from = provisioning.counterpart(tenant, bucket.owner());
        // Of two at once the platform might obey the one first, and the row the other.
        exclusive.alone("owner of bucket " + bucket.id(), () -> {
            Optional<UserId> before = gifts.promise(tenant, bucket, heir);
            try {
                platforms.giveBucket(bucket.platform(), from, to, bucket.name().value());
            } catch (FailureException e) {
                retreat(tenant, bucket, heir, before, e.failure());
                throw e;
            }
            gifts.fulfil(tenant, bucket, heir);
            return heir;
        });
    }

    /** Leaves the promise where the platform may have done it: at this call, or at an earlier one to the same heir. */
    private void retreat(TenantId tenant, Bucket bucket, UserId heir, Optional<UserId> before, Failure why) {
        if (why instanceof Failure.OutcomeUnknown) {
            return;
        }
        boolean isAnswered = !(why instanceof Failure.PlatformUnreachable);
        gifts.withdraw(tenant, bucket, before.filter(it -> !isAnswered || !it.equals(heir)));
    }
}
