package dev.ose.server.bucket;

import dev.ose.adapter.PlatformUserId;
import dev.ose.server.tenancy.ExclusiveWork;
import dev.ose.server.tenancy.PlatformAdministration;
import dev.ose.server.tenancy.Provisioning;
import dev.ose.server.tenancy.TenantId;
import dev.ose.server.tenancy.UserId;

/**
 * Gives buckets to other users of their tenant: on the platform first, then in our rows. A call that failed or died between
 * the two is completed by repeating it, and so is what the platform's administrator did by hand. Blocks on database and
 * platform.
 */
public final class BucketOwnership {

    private final Provisioning provisioning;
    private final PlatformAdministration platforms;
    private final BucketStore buckets;
    private final ExclusiveWork exclusive;

    public BucketOwnership(
            Provisioning provisioning, PlatformAdministration platforms, BucketStore buckets, ExclusiveWork exclusive) {
        this.provisioning = provisioning;
        this.platforms = platforms;
        this.buckets = buckets;
        this.exclusive = exclusive;
    }

    /**
     * Makes the user the bucket's owner. What it holds counts for that user from then on.
     *
     * @throws dev.ose.server.failure.FailureException {@code NotFound} (the user), {@code BucketMissing}, {@code NotOffered},
     *     {@code PlatformRefused} with what to do on the platform, {@code Busy} while it is given to somebody
     */
    public void give(TenantId tenant, Bucket bucket, UserId heir) {
        PlatformUserId to = provisioning.counterpart(tenant, heir);
        PlatformUserId from = provisioning.counterpart(tenant, bucket.owner());
        // Of two at once the platform might obey the one first, and the row the other.
        exclusive.alone("owner of bucket " + bucket.id(), () -> {
            platforms.giveBucket(bucket.platform(), from, to, bucket.name().value());
            buckets.setOwner(tenant, bucket, heir);
            return heir;
        });
    }
}
