package dev.ose.server.bucket.ownership;

import dev.ose.s3.BucketName;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.revision.Expected;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Transfers the buckets of users that are about to be deleted. Blocks on database and platform; a call that failed or
 * was interrupted is completed by repeating it.
 *
 * <p>A platform may transfer the bucket but leave objects to their writers: an object that the user writes during the
 * transfer would be inaccessible to the new owner. Therefore the user is disabled first, and its requests must have
 * ended.
 */
public final class BucketReassignment {

    private static final int MAX_AT_ONCE = 1000;

    private final Provisioning provisioning;
    private final BucketOwnership ownership;
    private final BucketTransfers transfers;
    private final Duration propagation;

    /**
     * Creates the service.
     *
     * @param propagation upper bound for a user's deactivation to reach all nodes, and for recording the requests they
     *     accepted before
     */
    public BucketReassignment(
            Provisioning provisioning, BucketOwnership ownership, BucketTransfers transfers, Duration propagation) {
        this.provisioning = provisioning;
        this.ownership = ownership;
        this.transfers = transfers;
        this.propagation = propagation;
    }

    /**
     * Disables a user who has buckets and transfers them all to another one, at most a thousand: repeat the call for
     * more. First completes unfinished transfers of the user's buckets and of others' buckets to it. Stops at the first
     * failure; earlier buckets are transferred, and the user stays disabled.
     *
     * @param expected the state of the user
     * @param permission is shown each bucket before anything is changed, and throws if the caller may not transfer it
     * @return what a deletion is to expect that follows, because the user has been disabled here
     * @throws FailureException as {@link BucketOwnership#transfer}, and what {@code permission} throws; {@code Invalid}
     *     if both users are the same; {@code Outdated}; {@code BucketsHeld}, and then none of the user's buckets was
     *     transferred to the new owner
     */
    public Expected reassignAll(
            TenantId tenant, UserId owner, UserId newOwner, Expected expected, Consumer<BucketName> permission) {
        if (newOwner.equals(owner)) {
            throw new FailureException(new Failure.Invalid("newOwner", "must be another user"));
        }
        provisioning.user(tenant, newOwner);
        List<BucketName> buckets = Stream.concat(
                        transfers.listOf(tenant, owner, MAX_AT_ONCE).stream(),
                        transfers.listBegun(tenant, owner, MAX_AT_ONCE).stream().map(BucketTransfers.Begun::bucket))
                .map(Bucket::name)
                .toList();
        if (buckets.isEmpty()) {
            return expected;
        }
        buckets.forEach(permission);
        provisioning.stopUser(tenant, owner, expected);
        awaitPropagation();
        requireIdle(tenant, owner);
        endBegun(tenant, owner);
        List<Bucket> left = transfers.listOf(tenant, owner, MAX_AT_ONCE);
        // Again, because the user may have created buckets until it was stopped.
        left.stream().map(Bucket::name).forEach(permission);
        left.forEach(bucket -> ownership.transfer(tenant, bucket, newOwner));
        return new Expected.Anything();
    }

    /** Waits twice as long: a request that began in the second half is not the user's, and need not have ended. */
    private void awaitPropagation() {
        try {
            TimeUnit.NANOSECONDS.sleep(propagation.multipliedBy(2).toNanos());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new FailureException(new Failure.Busy(propagation));
        }
    }

    private void requireIdle(TenantId tenant, UserId owner) {
        List<BucketTransfers.Held> held = transfers.listHeld(tenant, owner, propagation, MAX_AT_ONCE);
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

    /** An unfinished transfer would block the deletion of the user without being noticed. */
    private void endBegun(TenantId tenant, UserId user) {
        List<String> left = new ArrayList<>();
        for (BucketTransfers.Begun begun : transfers.listBegun(tenant, user, MAX_AT_ONCE)) {
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
            ownership.transfer(tenant, begun.bucket(), begun.newOwner());
            return true;
        } catch (FailureException e) {
            return switch (e.failure()) {
                case Failure.PlatformUnreachable _, Failure.OutcomeUnknown _, Failure.Busy _ -> false;
                // The promise was withdrawn, or deleted with the bucket.
                case Failure.PlatformRefused _, Failure.NotOffered _, Failure.BucketMissing _ -> true;
                default -> throw e;
            };
        }
    }
}
