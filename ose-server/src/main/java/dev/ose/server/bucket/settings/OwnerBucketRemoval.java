package dev.ose.server.bucket.settings;

import dev.ose.server.bucket.BucketDeletion;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.ownership.BucketAdmissions;
import dev.ose.server.bucket.ownership.BucketRemoval;
import dev.ose.server.transfer.WholeResponse;
import java.util.Optional;
import java.util.function.Supplier;

/** The removal of a bucket with its owner's key, on the account of a user whose request it is not. */
public final class OwnerBucketRemoval implements BucketRemoval.Steps<WholeResponse> {

    private static final String MISSING = "NoSuchBucket";

    private final Services services;
    private final OwnerBucketRequests.Site site;
    private final Supplier<Optional<BucketAdmissions.Admission>> admission;
    private final Supplier<BucketDeletion> beginning;

    /** What removals need. */
    public record Services(BucketStore store, OwnerBucketRequests requests, BucketAdmissions admissions) {}

    /**
     * Takes what differs.
     *
     * @param admission that of the owner to the bucket; may block
     * @param beginning records that the platform is about to delete the bucket
     */
    public OwnerBucketRemoval(
            Services services,
            OwnerBucketRequests.Site site,
            Supplier<Optional<BucketAdmissions.Admission>> admission,
            Supplier<BucketDeletion> beginning) {
        this.services = services;
        this.site = site;
        this.admission = admission;
        this.beginning = beginning;
    }

    @Override
    public BucketDeletion begin() {
        return beginning.get();
    }

    @Override
    public BucketRemoval.Answer<WholeResponse> delete() {
        Optional<BucketAdmissions.Admission> admitted = admission.get();
        admitted.ifPresent(services.admissions()::restore);
        WholeResponse answer = services.requests().delete(site);
        boolean isDeleted = answer.status() == 204 || answer.status() == 200;
        boolean isGone = answer.status() == 404 && BucketSetup.isCode(answer, MISSING);
        if (isDeleted || isGone) {
            // Before the row is deleted, which keeps the name from others.
            admitted.ifPresent(services.admissions()::end);
        }
        return new BucketRemoval.Answer<>(isDeleted, isGone, answer);
    }

    @Override
    public boolean complete(BucketDeletion deletion) {
        return services.store().completeDeletion(site.tenant(), deletion);
    }

    @Override
    public void cancel(BucketDeletion deletion) {
        services.store().cancelDeletion(site.tenant(), deletion);
    }
}
