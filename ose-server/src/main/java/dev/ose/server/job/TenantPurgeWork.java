package dev.ose.server.job;

import dev.ose.s3.error.S3ErrorCode;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketDeletion;
import dev.ose.server.bucket.ownership.BucketAdmissions;
import dev.ose.server.bucket.ownership.BucketRemoval;
import dev.ose.server.bucket.settings.OwnerBucketRequests;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.failure.Futures;
import dev.ose.server.tenant.Status;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.CredentialLimits;
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

    static final Duration LEASE = Duration.ofMinutes(3);

    private static final int MAX_ATTEMPTS = 8;
    private static final Duration PAUSE = Duration.ofMinutes(1);
    private static final TenantPurge.Removed NOTHING = new TenantPurge.Removed(0, 0, 0);
    private static final int DELETED = 204;
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;

    private final TenantPurgeStore store;
    private final TenantPurgeParts parts;
    private final BooleanSupplier isStopping;

    TenantPurgeWork(TenantPurgeStore store, TenantPurgeParts parts, BooleanSupplier isStopping) {
        this.store = store;
        this.parts = parts;
        this.isStopping = isStopping;
    }

    /** Works until the tenant is gone, or the removal ends or cannot go on now; throws if the claim is to expire. */
    void work(TenantPurgeStore.Claim claim) {
        if (claim.attempts() > MAX_ATTEMPTS) {
            store.end(claim, TenantPurgeState.FAILED, "");
            return;
        }
        try {
            removeAll(claim);
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

    private void removeAll(TenantPurgeStore.Claim claim) {
        while (goesOn(claim, NOTHING)) {
            Optional<Bucket> bucket = store.nextBucket(claim);
            if (bucket.isPresent()) {
                if (!remove(claim, bucket.get())) {
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
                removeTenant(claim.tenant());
                store.end(claim, TenantPurgeState.COMPLETED, "");
                return;
            }
            parts.deletion().removeUser(claim.tenant(), user.get());
            if (!goesOn(claim, new TenantPurge.Removed(0, 0, 1))) {
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
    private boolean goesOn(TenantPurgeStore.Claim claim, TenantPurge.Removed removed) {
        if (!store.record(claim, removed, LEASE)) {
            return false;
        }
        if (isStopping.getAsBoolean()) {
            store.release(claim, "", Duration.ZERO);
            return false;
        }
        return true;
    }

    /** Removes a bucket or leaves it behind; returns whether the removal goes on. */
    private boolean remove(TenantPurgeStore.Claim claim, Bucket bucket) {
        try {
            Identity owner = owner(bucket);
            Optional<String> left = empty(claim, site(owner, bucket));
            if (left.isEmpty()) {
                return false;
            }
            String problem = left.get().isEmpty() ? delete(bucket, owner) : left.get();
            if (problem.isEmpty()) {
                return goesOn(claim, new TenantPurge.Removed(0, 1, 0));
            }
            store.leave(claim, bucket.id(), "The bucket " + bucket.name() + " is not empty: " + problem);
            return true;
        } catch (FailureException e) {
            if (!isLasting(e.failure())) {
                throw e;
            }
            store.leave(claim, bucket.id(), "The bucket " + bucket.name() + " cannot be deleted: " + explanation(e));
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
        Identity found = parts.owners()
                .credentials()
                .reserved(bucket.tenant(), bucket.owner())
                .flatMap(it -> Futures.await(
                        parts.owners().identities().find(it.accessKey(), InetAddress.getLoopbackAddress())))
                .map(Identity::ofUser)
                .orElseThrow(() -> new FailureException(new Failure.NotAllowed("a bucket whose owner has no key")));
        Identity.Key key = new Identity.Key(
                found.key().id(),
                found.key().secret(),
                found.key().secretVersion(),
                found.key().kind(),
                CredentialLimits.NONE,
                null,
                Status.ACTIVE,
                null);
        Identity.Member member =
                new Identity.Member(found.user(), found.userName(), found.role(), found.canonicalId(), Status.ACTIVE);
        Identity owner =
                new Identity(key, found.tenant(), Status.ACTIVE, member, found.endpoint(), found.platformKey());
        // The bucket may be on another platform than the first one of the tenant.
        return Futures.await(parts.owners().placed().on(bucket.platform(), owner));
    }

    private JobSite site(Identity owner, Bucket bucket) {
        JobOrigin origin = new JobOrigin("tenant purge", InetAddress.getLoopbackAddress(), true, null);
        return new JobSite(parts.authorizer(), origin, owner, bucket, null);
    }

    /** Why something is left, empty if nothing is; no answer at all if the removal does not go on. */
    private Optional<String> empty(TenantPurgeStore.Claim claim, JobSite site) {
        JobRequests requests = parts.jobs().requests();
        DeletionPages pages = new DeletionPages(
                new ObjectPages(requests),
                new VersionPages(requests),
                parts.jobs().platforms());
        DeletionWalk objects = new DeletionWalk(pages, new ObjectDeletion(parts.jobs()));
        UploadWalk uploads = new UploadWalk(requests, parts.jobs().uploads());
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
            if (!goesOn(claim, new TenantPurge.Removed(step.done(), 0, 0))) {
                return Optional.empty();
            }
            position = step.next();
        }
        return Optional.of(left);
    }

    /** Deletes an empty bucket; why it is not deleted, or nothing. */
    private String delete(Bucket bucket, Identity owner) {
        BucketRemoval.Result<WholeResponse> result = BucketRemoval.perform(bucket.name(), new Deleting(bucket, owner));
        return result.isRemoved() ? "" : explanation(result.last().refusedOrUnreachable());
    }

    /** The steps of the deletion of a bucket. */
    private final class Deleting implements BucketRemoval.Steps<WholeResponse> {

        private final Bucket bucket;
        private final OwnerBucketRequests.Site site;

        Deleting(Bucket bucket, Identity owner) {
            this.bucket = bucket;
            this.site = new OwnerBucketRequests.Site(
                    bucket.tenant(), owner.endpoint(), owner.keyFor(bucket.platform()), bucket.name());
        }

        private Optional<BucketAdmissions.Admission> admission() {
            return parts.admissions().find(bucket.platform(), bucket.tenant(), bucket.owner(), bucket.name());
        }

        @Override
        public BucketDeletion begin() {
            return parts.jobs().buckets().beginDeletion(bucket.tenant(), bucket);
        }

        @Override
        public BucketRemoval.Answer<WholeResponse> delete() {
            Optional<BucketAdmissions.Admission> admission = admission();
            admission.ifPresent(parts.admissions()::restore);
            WholeResponse answer = parts.requests().delete(site);
            boolean isDeleted = answer.status() == DELETED || answer.status() == OK;
            boolean isGone = answer.status() == NOT_FOUND && Refusals.code(answer) == S3ErrorCode.NO_SUCH_BUCKET;
            if (isDeleted || isGone) {
                // Before the row is deleted, which keeps the name from others.
                admission.ifPresent(parts.admissions()::end);
            }
            return new BucketRemoval.Answer<>(isDeleted, isGone, answer);
        }

        @Override
        public boolean complete(BucketDeletion deletion) {
            return parts.jobs().buckets().completeDeletion(bucket.tenant(), deletion);
        }

        @Override
        public void cancel(BucketDeletion deletion) {
            parts.jobs().buckets().cancelDeletion(bucket.tenant(), deletion);
        }
    }
}
