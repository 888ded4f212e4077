package dev.ose.server.job;

import dev.ose.adapter.Capability;
import dev.ose.s3.BucketName;
import dev.ose.s3.sigv4.AccessKeyId;
import dev.ose.server.access.Authorizer;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.failure.Futures;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import dev.ose.server.tenant.credential.Identity;
import dev.ose.server.tenant.credential.UserIdentities;
import java.time.Clock;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds users and buckets of jobs, and refuses what the user may not touch. Blocks on the database. Thread-safe. */
public final class JobSites {

    private final UserIdentities users;
    private final BucketDirectory buckets;
    private final PlatformDirectory platforms;
    private final Authorizer authorizer;
    private final Clock clock;

    public JobSites(
            UserIdentities users,
            BucketDirectory buckets,
            PlatformDirectory platforms,
            Authorizer authorizer,
            Clock clock) {
        this.users = users;
        this.buckets = buckets;
        this.platforms = platforms;
        this.authorizer = authorizer;
        this.clock = clock;
    }

    /**
     * The site of a job to be started.
     *
     * @throws FailureException {@code CallerDisabled} if the user or its tenant is disabled, or the credential of the
     *     origin is not active any more; {@code NotFound} if the tenant has no such bucket; {@code NotAllowed} if the
     *     user does not own a bucket to be changed; {@code NotOffered} if the platform lacks what the job needs
     */
    JobSite find(TenantId tenant, UserId user, JobOrigin origin, JobTask task) {
        Bucket bucket = bucket(tenant, task.bucket());
        @Nullable Bucket target = task instanceof JobTask.Copy copy ? bucket(tenant, copy.target()) : null;
        if (target != null && !target.platform().equals(bucket.platform())) {
            throw new FailureException(
                    new Failure.NotOffered(task.kind().name() + " between buckets of different platforms"));
        }
        JobSite site = new JobSite(authorizer, origin, user(tenant, user, origin), bucket, target);
        requireOffered(bucket, task);
        requireOwned(site.changed(), user);
        if (task instanceof JobTask.Copy copy && copy.isMove()) {
            requireOwned(bucket, user);
        }
        return site;
    }

    /** A move deletes on a condition: without it, what a client has written meanwhile could be lost. */
    private void requireOffered(Bucket bucket, JobTask task) {
        Optional<Capability> needed =
                switch (task.kind()) {
                    case MOVE_OBJECTS -> Optional.of(Capability.CONDITIONAL_DELETES);
                    case RESTORE_OBJECTS -> Optional.of(Capability.VERSIONING);
                    case EMPTY_BUCKET, DELETE_OBJECTS, COPY_OBJECTS, UNKNOWN -> Optional.empty();
                };
        if (needed.isPresent() && !platforms.get(bucket.endpoint()).offers(needed.get())) {
            throw new FailureException(new Failure.NotOffered(task.kind().name()));
        }
    }

    private static void requireOwned(Bucket bucket, UserId user) {
        if (!bucket.owner().equals(user)) {
            throw new FailureException(
                    new Failure.NotAllowed("jobs on the bucket " + bucket.name() + " of another user"));
        }
    }

    /** The site of a job, unless a bucket was replaced by another of its name. */
    JobSite find(JobClaim claim) {
        TenantJob job = claim.job();
        JobSite site = find(job.tenant(), job.user(), claim.origin(), claim.task());
        requireSame(site.bucket(), claim.bucket());
        if (site.target() != null && claim.target() != null) {
            requireSame(site.target(), claim.target());
        }
        return site;
    }

    private static void requireSame(Bucket found, BucketId expected) {
        if (!found.id().equals(expected)) {
            throw missing(found.name());
        }
    }

    private Bucket bucket(TenantId tenant, BucketName name) {
        return Futures.await(buckets.find(tenant, name)).orElseThrow(() -> missing(name));
    }

    private static FailureException missing(BucketName name) {
        return new FailureException(new Failure.NotFound("bucket", name.value()));
    }

    private Identity user(TenantId tenant, UserId user, JobOrigin origin) {
        return identity(tenant, user, origin).orElseThrow(() -> new FailureException(new Failure.CallerDisabled()));
    }

    private Optional<Identity> identity(TenantId tenant, UserId user, JobOrigin origin) {
        @Nullable AccessKeyId signer = origin.accessKey();
        if (signer != null) {
            return Futures.await(users.identities().find(signer, origin.address()))
                    .filter(it -> it.tenant().equals(tenant) && it.user().equals(user))
                    .filter(it -> it.isActive(clock.instant()));
        }
        return users.find(tenant, user, origin.address())
                .filter(Identity::isOfActiveUser)
                .map(Identity::ofUser);
    }
}
