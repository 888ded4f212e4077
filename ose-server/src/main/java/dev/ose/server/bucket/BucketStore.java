package dev.ose.server.bucket;

import dev.ose.s3.BucketName;
import dev.ose.s3.document.BucketLogging;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stores buckets. Every method blocks on the database.
 *
 * <p>The platform and the row change one after the other, and concurrent requests may create and delete the same
 * bucket, so each records in the row which platform request follows. A request that learns from the platform that the
 * bucket exists confirms it, which stops a deletion under way from deleting the row: it must ask the platform again.
 */
public interface BucketStore {

    /**
     * Reserves the name before the platform creates the bucket, so that two tenants never race for it. A bucket that
     * the tenant does not have yet stays invisible to lookups until it is confirmed.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code BucketTaken}, also by a bucket of the tenant on
     *     another platform; {@code BucketBusy} while it is being
     *     deleted, or created by another user of the tenant; {@code TooManyBuckets}
     */
    BucketClaim claim(TenantId tenant, UserId owner, PlatformId platform, BucketName name, String region);

    /**
     * Lets the creation of a claim remove the bucket again by {@link #beginUndo}, until {@link #claim} is called for
     * the bucket again.
     *
     * @return empty if another request takes part already, or the bucket is not being created any more
     */
    Optional<UndoableCreation> makeUndoable(TenantId tenant, BucketClaim claim);

    /**
     * Makes a claimed bucket visible, once the platform has it, and stops a deletion under way.
     *
     * @param owner the bucket's owner if it was not confirmed before
     * @return false if the row was deleted: a deletion came first, and the name must be claimed again
     */
    boolean confirm(TenantId tenant, UserId owner, BucketId bucket);

    /** Gives a claim up, because the platform refused the bucket. A bucket that another request confirmed stays. */
    void abandon(TenantId tenant, BucketClaim claim);

    /**
     * Gives a claim up like {@link #abandon} where the platform has to be told before another tenant may have the name.
     * It ends by {@link #completeAbandon} or {@link #cancelAbandon}; until then {@link #claim} fails with {@code
     * BucketBusy}, so that no creation takes part to which the platform says no meanwhile.
     *
     * @return empty if others take part, whose claims stay, or if the bucket is not being created any more
     */
    Optional<EndingClaim> beginAbandon(TenantId tenant, BucketClaim claim);

    /** The same for a stale claim; empty if it was taken over or ended meanwhile. */
    Optional<EndingClaim> beginAbandon(StaleBucketClaim claim);

    /** Gives the name up. */
    void completeAbandon(TenantId tenant, EndingClaim claim);

    /** Leaves a claim without a request: the next one of the tenant takes it over. */
    void cancelAbandon(TenantId tenant, EndingClaim claim);

    /**
     * Takes the oldest stale claim, whose requests ended without a result, for the duration of a new request. It ends
     * by {@link #confirmLeft} or {@link #abandonLeft}, which do nothing if the bucket was claimed or taken again
     * meanwhile.
     *
     * @param age minimum time since the end of its last request
     */
    Optional<StaleBucketClaim> takeLeftClaim(Duration age);

    /**
     * Makes the bucket visible, which the platform has; returns false if the claim was taken over or ended meanwhile.
     */
    boolean confirmLeft(StaleBucketClaim claim);

    /** Gives the claim up, unless it was taken over or ended meanwhile. */
    void abandonLeft(StaleBucketClaim claim);

    /**
     * Records that the platform is about to delete the bucket.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code BucketMissing}; {@code BucketBusy} while another
     *     request is deleting it
     */
    BucketDeletion beginDeletion(TenantId tenant, Bucket bucket);

    /**
     * As {@link #beginDeletion}, for the creation of the bucket.
     *
     * @return empty if another request has taken part in the creation, or the bucket is being deleted or is gone
     */
    Optional<BucketDeletion> beginUndo(TenantId tenant, UndoableCreation creation);

    /**
     * Deletes a bucket that the platform has deleted, with all rows of its objects.
     *
     * @return false if the bucket was confirmed meanwhile: it may have been created again, and the row stays
     */
    boolean completeDeletion(TenantId tenant, BucketDeletion deletion);

    /** Records that the bucket was not deleted, or not certainly. */
    void cancelDeletion(TenantId tenant, BucketDeletion deletion);

    /** Records that the bucket has versions, or is about to. If this was unknown, a sync run is requested as well. */
    void noteVersions(BucketId bucket);

    /**
     * As {@link #noteVersions}, after a write that revealed versions; if the database is unavailable, the next write
     * repeats it.
     */
    void observeVersions(BucketId bucket);

    /**
     * Sets where the access log of the bucket is delivered; null for no log.
     *
     * @return false if the bucket or, of the same owner, the target does not exist; nothing is changed then
     */
    boolean setLogging(TenantId tenant, BucketId bucket, @Nullable BucketLogging logging);

    /** A tenant that has a bucket of a name, or is creating or deleting one, and the platform that it is on. */
    record Holder(TenantId tenant, PlatformId platform) {}

    /** The holder of that name; empty if the name is free on all platforms. */
    Optional<Holder> holder(BucketName name);

    /**
     * The user's buckets in byte order of their names.
     *
     * @param region only those in it; empty for all
     * @param prefix only names with this prefix; empty for all
     * @param after only names after this one; empty from the start
     * @param limit maximum number, 1 to 10,001: an S3 page and one more that shows whether another page follows
     */
    List<Bucket> listOwned(TenantId tenant, UserId owner, String region, String prefix, String after, int limit);
}
