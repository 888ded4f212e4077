package dev.ose.server.bucket.ownership;

import dev.ose.adapter.PlatformUserId;
import dev.ose.adapter.Quirk;
import dev.ose.s3.BucketName;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.PlatformAdministration;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.util.Optional;

/**
 * Admits owners to buckets on platforms where users reach no others ({@link Quirk#BUCKETS_NEED_ADMISSION}): before a
 * bucket is created, and until it is deleted. Thread-safe.
 */
public final class BucketAdmissions {

    private final PlatformDirectory platforms;
    private final Counterparts counterparts;
    private final PlatformAdministration administration;

    public BucketAdmissions(
            PlatformDirectory platforms, Counterparts counterparts, PlatformAdministration administration) {
        this.platforms = platforms;
        this.counterparts = counterparts;
        this.administration = administration;
    }

    /** The users of platforms. */
    @FunctionalInterface
    public interface Counterparts {

        /** The user of the platform that a user is there. May block on the database. */
        PlatformUserId of(TenantId tenant, UserId user, PlatformId platform);
    }

    /** A user and a bucket, on a platform that asks for an admission. */
    public record Admission(PlatformId platform, PlatformUserId user, BucketName bucket) {}

    /** The admission of an owner to a bucket; empty if the platform asks for none. May block on the database. */
    public Optional<Admission> find(PlatformId platform, TenantId tenant, UserId owner, BucketName bucket) {
        return platforms.get(platform).has(Quirk.BUCKETS_NEED_ADMISSION)
                ? Optional.of(new Admission(platform, counterparts.of(tenant, owner, platform), bucket))
                : Optional.empty();
    }

    /**
     * Lets the user create the bucket and use it; may be repeated. Blocks on the platform.
     *
     * @throws FailureException {@code BucketTaken} if the platform has the bucket and it is not the user's; any other
     *     failure says nothing of the bucket
     */
    public void grant(Admission admission) {
        String bucket = admission.bucket().value();
        if (!administration.admitToBucket(admission.platform(), admission.user(), bucket)) {
            throw new FailureException(new Failure.BucketTaken(bucket));
        }
    }

    /**
     * Lets the owner of a bucket reach it again, of which a deletion that was cut off may have ended the admission;
     * does nothing if the platform has it for another. Blocks on the platform.
     */
    public void restore(Admission admission) {
        boolean _ = administration.admitToBucket(
                admission.platform(), admission.user(), admission.bucket().value());
    }

    /** Takes the admission back unless the platform has the bucket; may be repeated. Blocks on the platform. */
    public void end(Admission admission) {
        administration.releaseBucket(
                admission.platform(), admission.user(), admission.bucket().value());
    }
}
