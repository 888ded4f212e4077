package dev.ose.server.bucket.ownership;

import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Gives the buckets of users who are about to be removed to others. Blocks on database and platform; a call that failed or died
 * is completed by repeating it.
 *
 * <p>A platform may give a bucket away while it is empty, and leave objects to who wrote them: what the user is still writing at
 * that time would be nobody's whom the heir could ask. So the user is stopped first, and what it began has to be over.
 */
public final class BucketReassignment {

    private static final int MOST_AT_ONCE = 1000;

    private final Provisioning provisioning;
    private final BucketOwnership ownership;
    private final BucketTransfers gifts;
    private final Duration hearing;

    /**
     * Takes its parts.
     *
     * @param hearing within which all nodes hear that a user is disabled, and have noted what they let in before
     */
    public BucketReassignment(
            Provisioning provisioning, BucketOwnership ownership, BucketTransfers gifts, Duration hearing) {
        this.provisioning = provisioning;
        this.ownership = ownership;
        this.gifts = gifts;
        this.hearing = hearing;
    }

    /**
     * Disables a user who has buckets and gives them all to another one, a thousand at most: repeat it for more. Ends gifts first
     * that were begun, of the user's buckets and of others' to it. One that fails ends it, and those before it are given; the user
     * stays disabled.
     *
     * @throws FailureException as {@link BucketOwnership#give}; {@code Invalid} if the two are one; {@code BucketsHeld}, and then
     *     none of the user's buckets was given to the heir
     */
    public void giveAll(TenantId tenant, UserId owner, UserId heir) {
        if (heir.equals(owner)) {
            throw new FailureException(new Failure.Invalid("heir", "must be another user"));
        }
        provisioning.user(tenant, heir);
        if (gifts.listOf(tenant, owner, 1).isEmpty()
                && gifts.listBegun(tenant, owner, 1).isEmpty()) {
            return;
        }
        provisioning.stopUser(tenant, owner);
        waitUntilHeard();
        requireIdle(tenant, owner);
        endBegun(tenant, owner);
        gifts.listOf(tenant, owner, MOST_AT_ONCE).forEach(bucket -> ownership.give(tenant, bucket, heir));
    }

    /** Twice as long: what began later than halfway is not the user's, and need not be over. */
    private void waitUntilHeard() {
        try {
            TimeUnit.NANOSECONDS.sleep(hearing.multipliedBy(2).toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FailureException(new Failure.Busy(hearing));
        }
    }

    private void requireIdle(TenantId tenant, UserId owner) {
        List<BucketTransfers.Held> held = gifts.listHeld(tenant, owner, hearing, MOST_AT_ONCE);
        if (!held.isEmpty()) {
            throw new FailureException(new Failure.BucketsHeld(
                    owner.toString(),
                    names(held, BucketTransfers.Held::isWritten),
                    names(held, BucketTransfers.Held::hasUploads),
                    List.of()));
        }
    }

    private static List<String> names(List<BucketTransfers.Held> held, Predicate<BucketTransfers.Held> why) {
        return held.stream().filter(why).map(it -> it.bucket().value()).toList();
    }

    /** Such a promise would keep the user from being removed for as long as nobody knows of it. */
    private void endBegun(TenantId tenant, UserId user) {
        List<String> left = new ArrayList<>();
        for (BucketTransfers.Begun begun : gifts.listBegun(tenant, user, MOST_AT_ONCE)) {
            if (!isEnded(tenant, begun)) {
                left.add(begun.bucket().name().value());
            }
        }
        if (!left.isEmpty()) {
            throw new FailureException(new Failure.BucketsHeld(user.toString(), List.of(), List.of(), left));
        }
    }

    private boolean isEnded(TenantId tenant, BucketTransfers.Begun begun) {
        try {
            ownership.give(tenant, begun.bucket(), begun.heir());
            return true;
        } catch (FailureException e) {
            return switch (e.failure()) {
                case Failure.PlatformUnreachable _, Failure.OutcomeUnknown _, Failure.Busy _ -> false;
                // The promise was taken back, or has gone with the bucket.
                case Failure.PlatformRefused _, Failure.NotOffered _, Failure.BucketMissing _ -> true;
                default -> throw e;
            };
        }
    }
}
