package dev.ose.server.sync;

import dev.ose.adapter.PlatformBucket;
import dev.ose.adapter.PlatformUserId;
import dev.ose.s3.BucketName;
import dev.ose.server.bucket.BucketClaim;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.sharing.SharingAdoption;
import dev.ose.server.platform.Regions;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.tenant.PlatformAdministration;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.Tenant;
import dev.ose.server.tenant.User;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Adopts buckets that a user has on the platform but not in OSE: each gets a row, a sync run that adds its objects, and
 * records of its shares. Repeatable after an interruption at any point. Blocks on database and platform.
 */
public final class BucketAdoption {

    private final Provisioning provisioning;
    private final PlatformAdministration platforms;
    private final BucketStore buckets;
    private final SyncRuns runs;
    private final SharingAdoption shares;
    private final Regions regions;

    /**
     * Creates the service.
     *
     * @param regions the regions of the buckets as shown to clients
     */
    public BucketAdoption(
            Provisioning provisioning,
            PlatformAdministration platforms,
            BucketStore buckets,
            SyncRuns runs,
            SharingAdoption shares,
            Regions regions) {
        this.provisioning = provisioning;
        this.platforms = platforms;
        this.buckets = buckets;
        this.runs = runs;
        this.shares = shares;
        this.regions = regions;
    }

    /** The outcome for one bucket. */
    public enum Outcome {
        /** A row was created, and a sync run requested. */
        ADOPTED,
        /** The bucket has a row already. */
        KNOWN,
        /** Another tenant, or the tenant on another platform, has a bucket of that name; names are unique. */
        NAME_TAKEN,
        /** The name is not a valid S3 bucket name. */
        NAME_UNUSABLE,
        /** The user's or tenant's quota allows no further bucket. */
        NO_ROOM,
        /** The bucket is just being created or deleted. */
        BUSY
    }

    /**
     * A bucket and its outcome.
     *
     * @param sharing the outcome for its shares; null if the bucket is not the tenant's, or nothing was changed
     */
    public record Adopted(String bucket, Outcome outcome, SharingAdoption.@Nullable Outcome sharing) {

        static Adopted without(String bucket, Outcome outcome) {
            return new Adopted(bucket, outcome, null);
        }
    }

    /**
     * The outcomes for a page of buckets.
     *
     * @param next continue after this name; null at the end
     */
    public record Report(List<Adopted> buckets, @Nullable String next) {

        public Report {
            buckets = List.copyOf(buckets);
        }
    }

    /**
     * Adopts up to {@code limit} of the user's buckets on the platform after the name {@code after}; empty for the
     * start.
     *
     * @throws FailureException {@code NotOffered}, {@code PlatformUnreachable}
     */
    public Report adopt(User user, String after, int limit) {
        Tenant tenant = provisioning.tenant(user.tenant());
        return look(tenant, user, new Part(after, limit), name -> adopt(tenant, user, name));
    }

    /** Returns the expected outcomes of {@link #adopt}, as far as names determine them; changes nothing. */
    public Report preview(User user, String after, int limit) {
        Tenant tenant = provisioning.tenant(user.tenant());
        return look(tenant, user, new Part(after, limit), name -> foresee(tenant, name));
    }

    private record Part(String after, int limit) {}

    private Report look(Tenant tenant, User user, Part part, Function<BucketName, Adopted> outcome) {
        PlatformUserId counterpart = provisioning.counterpart(tenant.id(), user.id());
        List<PlatformBucket> page = platforms.listBuckets(tenant.platform(), counterpart, part.after(), part.limit());
        List<Adopted> looked = new ArrayList<>();
        for (PlatformBucket bucket : page) {
            looked.add(BucketName.parse(bucket.name())
                    .map(outcome)
                    .orElseGet(() -> Adopted.without(bucket.name(), Outcome.NAME_UNUSABLE)));
        }
        return new Report(
                looked, page.size() < part.limit() ? null : page.getLast().name());
    }

    private Adopted foresee(Tenant tenant, BucketName name) {
        BucketStore.Holder here = new BucketStore.Holder(tenant.id(), tenant.platform());
        return Adopted.without(
                name.value(),
                buckets.holder(name)
                        .map(there -> there.equals(here) ? Outcome.KNOWN : Outcome.NAME_TAKEN)
                        .orElse(Outcome.ADOPTED));
    }

    private Adopted adopt(Tenant tenant, User user, BucketName name) {
        try {
            BucketClaim claim =
                    buckets.claim(tenant.id(), user.id(), tenant.platform(), name, regions.of(tenant.platform()));
            if (claim.isKept()) {
                // An earlier adoption may have been interrupted after this point.
                if (runs.history(tenant.id(), claim.bucket(), 1).isEmpty()) {
                    runs.request(tenant.id(), claim.bucket());
                }
                return shared(tenant, name, claim, Outcome.KNOWN);
            }
            if (!buckets.confirm(tenant.id(), user.id(), claim.bucket())) {
                return Adopted.without(name.value(), Outcome.BUSY);
            }
            runs.request(tenant.id(), claim.bucket());
            return shared(tenant, name, claim, Outcome.ADOPTED);
        } catch (FailureException e) {
            return Adopted.without(name.value(), outcome(e));
        }
    }

    private Adopted shared(Tenant tenant, BucketName name, BucketClaim claim, Outcome outcome) {
        return new Adopted(name.value(), outcome, shares.adopt(tenant.id(), claim.bucket()));
    }

    private static Outcome outcome(FailureException e) {
        return switch (e.failure()) {
            case Failure.BucketTaken _ -> Outcome.NAME_TAKEN;
            case Failure.BucketBusy _ -> Outcome.BUSY;
            case Failure.TooManyBuckets _ -> Outcome.NO_ROOM;
            default -> throw e;
        };
    }
}
