package dev.ose.server.job;

import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.ownership.BucketRemoval;
import dev.ose.server.bucket.settings.OwnerBucketRemoval;
import dev.ose.server.bucket.settings.OwnerBucketRequests;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.failure.Futures;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.server.transfer.WholeResponse;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Works on the removal of a tenant: empties and deletes each bucket with the platform key of its owner, then deletes
 * the users, then the tenant. What is deleted is not there any more when the work is begun again, so that it has no
 * position. A bucket of which something stays, such as locked versions, is left behind, and so are the users and the
 * tenant then. Blocks. Thread-safe.
 */
final class TenantPurgeWork {

    private static final int MAX_ATTEMPTS = 8;
    private static final Duration PAUSE = Duration.ofMinutes(1);
    private static final TenantPurge.Removed NOTHING = new TenantPurge.Removed(0, 0, 0);

    private final TenantPurgeStore store;
    private final TenantPurgeParts parts;
    private final BooleanSupplier isStopping;

    TenantPurgeWork(TenantPurgeStore store, TenantPurgeParts parts, BooleanSupplier isStopping) {
        this.store = store;
        this.parts = parts;
        this.isStopping = isStopping;
    }

    /** Works until the tenant is gone, or the removal ends or cannot go on now; throws if the lease is to expire. */
    void work(TenantPurgeLease lease) {
        TenantPurgeStore.Claim claim = lease.claim();
        if (claim.attempts() > MAX_ATTEMPTS) {
            store.end(claim, TenantPurgeState.FAILED, "");
            return;
        }
        try {
            removeAll(lease);
        } catch (FailureException e) {
            switch (e.failure()) {
                case Failure.MetadataUnavailable _ -> throw e;
                case Failure.Internal(RuntimeException bug) -> throw bug;
                case Failure.OfRequest _,
                        Failure.OfAccess _,
                        Failure.OfLogin _,
                        Failure.OfState _,
                        Failure.OfService _ -> store.release(claim, explanation(e), PAUSE);
            }
        }
    }

    private void removeAll(TenantPurgeLease lease) {
        TenantPurgeStore.Claim claim = lease.claim();
        while (goesOn(lease, NOTHING)) {
            Optional<Bucket> bucket = store.nextBucket(claim);
            if (bucket.isPresent()) {
                if (!remove(lease, bucket.get())) {
                    return;
                }
                continue;
            }
            if (store.hasLeft(claim)) {
                store.end(claim, TenantPurgeState.FAILED, "");
                return;
            }
            Optional<UserId> user = store.nextUser(claim);
            if (user.isEmpty()) {
                lease.require();
                removeTenant(claim.tenant());
                store.end(claim, TenantPurgeState.COMPLETED, "");
                return;
            }
            lease.require();
            parts.deletion().removeUser(claim.tenant(), user.get());
            if (!goesOn(lease, new TenantPurge.Removed(0, 0, 1))) {
                return;
            }
        }
    }

    /** The node before may have ended right after it had removed the tenant. */
    private void removeTenant(TenantId tenant) {
        try {
            parts.deletion().removeTenant(tenant);
        } catch (FailureException e) {
            if (!(e.failure() instanceof Failure.NotFound)) {
                throw e;
            }
        }
    }

    /** A node that stops gives the removal back. */
    private boolean goesOn(TenantPurgeLease lease, TenantPurge.Removed removed) {
        if (!lease.record(removed)) {
            return false;
        }
        if (isStopping.getAsBoolean()) {
            store.release(lease.claim(), "", Duration.ZERO);
            return false;
        }
        return true;
    }

    /** Removes a bucket or leaves it behind; returns whether the removal goes on. */
    private boolean remove(TenantPurgeLease lease, Bucket bucket) {
        try {
            Identity owner = owner(bucket);
            Optional<String> left = empty(lease, site(owner, bucket));
            if (left.isEmpty()) {
                return false;
            }
            String problem = left.get().isEmpty() ? delete(lease, bucket, owner) : left.get();
            if (problem.isEmpty()) {
                return goesOn(lease, new TenantPurge.Removed(0, 1, 0));
            }
            store.leave(lease.claim(), bucket.id(), "The bucket " + bucket.name() + " is not empty: " + problem);
            return true;
        } catch (FailureException e) {
            if (!isLasting(e.failure())) {
                throw e;
            }
            store.leave(
                    lease.claim(),
                    bucket.id(),
                    "The bucket " + bucket.name() + " cannot be deleted: " + explanation(e));
            return true;
        }
    }

    private static boolean isLasting(Failure failure) {
        return failure instanceof Failure.NotAllowed
                || failure instanceof Failure.PlatformRefused
                || failure instanceof Failure.NotOffered
                || failure instanceof Failure.OfAccess;
    }

    private static String explanation(FailureException e) {
        if (e.failure() instanceof Failure.PlatformRefused refused) {
            return refused.explanation();
        }
        return e.failure() instanceof Failure.NotEmpty full
                ? "the " + full.kind() + ' ' + full.name() + " still has buckets on the platform"
                : FailureException.codeOf(e);
    }

    /**
     * The owner as it was before the tenant was disabled, without what policies of the tenant permit it: the provider
     * removes the data, and not the owner.
     */
    private Identity owner(Bucket bucket) {
        Identity owner = parts.owners()
                .users()
                .find(bucket.tenant(), bucket.owner(), InetAddress.getLoopbackAddress())
                .map(Identity::withoutStateAndLimits)
                .orElseThrow(() -> new FailureException(new Failure.NotAllowed("a bucket whose owner has no key")));
        // The bucket may be on another platform than the first one of the tenant.
        return Futures.await(parts.owners().placed().on(bucket.platform(), owner));
    }

    private JobSite site(Identity owner, Bucket bucket) {
        JobOrigin origin = new JobOrigin("tenant purge", InetAddress.getLoopbackAddress(), true, null);
        return new JobSite(parts.authorizer(), origin, owner, bucket, null);
    }

    /** Why something is left, empty if nothing is; no answer at all if the removal does not go on. */
    private Optional<String> empty(TenantPurgeLease lease, JobSite site) {
        JobParts jobs = parts.jobs().with(new LeasedRequests(parts.jobs().requests(), lease));
        DeletionPages pages = new DeletionPages(
                new ObjectPages(jobs.requests()), new VersionPages(jobs.requests()), jobs.platforms());
        DeletionWalk objects = new DeletionWalk(pages, new ObjectDeletion(jobs));
        UploadWalk uploads = new UploadWalk(jobs.requests(), jobs.uploads());
        JobTask task = new JobTask.Emptying(site.bucket().name());
        JobPosition position = JobPosition.start(JobPosition.Stage.OBJECTS);
        String left = "";
        while (!position.isOver()) {
            JobStep step;
            try {
                step = position.stage() == JobPosition.Stage.OBJECTS
                        ? objects.step(site, task, position)
                        : uploads.step(site, position);
            } catch (FailureException e) {
                if (e.failure() instanceof Failure.NotFound) {
                    // The platform does not have the bucket, of which the deletion will make sure.
                    return Optional.of("");
                }
                throw e;
            }
            List<JobFailure> failures = step.failures();
            if (!failures.isEmpty()) {
                JobFailure last = failures.getLast();
                left = last.key() + ": " + last.code() + ", " + last.message();
            }
            if (!goesOn(lease, new TenantPurge.Removed(step.done(), 0, 0))) {
                return Optional.empty();
            }
            position = step.next();
        }
        return Optional.of(left);
    }

    /** Deletes an empty bucket; why it is not deleted, or nothing. */
    private String delete(TenantPurgeLease lease, Bucket bucket, Identity owner) {
        OwnerBucketRequests.Site site = new OwnerBucketRequests.Site(
                bucket.tenant(), owner.endpoint(), owner.keyFor(bucket.platform()), bucket.name());
        OwnerBucketRemoval removal = new OwnerBucketRemoval(
                parts.removals(),
                site,
                () -> parts.removals()
                        .admissions()
                        .find(bucket.platform(), bucket.tenant(), bucket.owner(), bucket.name()),
                () -> {
                    lease.require();
                    return parts.removals().store().beginDeletion(bucket.tenant(), bucket);
                });
        BucketRemoval.Result<WholeResponse> result = BucketRemoval.perform(bucket.name(), removal);
        return result.isRemoved() ? "" : explanation(result.last().refusedOrUnreachable());
    }
}
