package dev.ose.server.bucket;

import dev.ose.s3.BucketName;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the rows of buckets. Every method blocks on the database.
 *
 * <p>The platform and the row change one after the other, and several requests may make and delete one bucket at once, so
 * each says in the row what it is about to ask the platform. Whoever the platform tells that the bucket exists confirms it,
 * which stops a deletion under way from forgetting the row: it has to ask the platform once more.
 */
public interface BucketStore {

    /**
     * Holds the name before the platform is asked to create the bucket, so that two tenants never race for it. A bucket
     * that the tenant does not have yet stays invisible to look-ups until it is confirmed.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code BucketTaken}; {@code BucketBusy} while it is being deleted,
     *     or made by another user of the tenant; {@code TooManyBuckets}
     */
    BucketClaim claim(TenantId tenant, UserId owner, PlatformId platform, BucketName name, String region);

    /**
     * Makes a claimed bucket visible, once the platform has it, and stops its deletion if there is one under way.
     *
     * @param owner whose the bucket is if nobody confirmed it before
     * @return false if the row is gone: a deletion came first, and the name has to be claimed again
     */
    boolean confirm(TenantId tenant, UserId owner, BucketId bucket);

    /** Gives a claim up, because the platform refused the bucket. A bucket that somebody else confirmed stays. */
    void abandon(TenantId tenant, BucketClaim claim);

    /**
     * Takes the claim whose requests ended longest ago without a word, for as long as a new request would have it. It ends by
     * {@link #confirmLeft} or {@link #abandonLeft}; what somebody claims or takes meanwhile is neither's any more.
     *
     * @param age how long ago the time of its last request was over at least
     */
    Optional<StaleBucketClaim> takeLeftClaim(Duration age);

    /** Makes the bucket visible, which the platform has; false if the claim is somebody else's by now, or over. */
    boolean confirmLeft(StaleBucketClaim claim);

    /** Gives the claim up, unless it is somebody else's by now, or over. */
    void abandonLeft(StaleBucketClaim claim);

    /**
     * Says that the platform is about to be asked to delete the bucket.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code BucketMissing}; {@code BucketBusy} while another request is
     *     deleting it
     */
    BucketDeletion beginDeletion(TenantId tenant, Bucket bucket);

    /**
     * Forgets a bucket that the platform has deleted, with all rows of its objects.
     *
     * @return false if the bucket was confirmed meanwhile: it may have been made anew, and the row stays
     */
    boolean completeDeletion(TenantId tenant, BucketDeletion deletion);

    /** Says that the bucket was not deleted, or not surely. */
    void cancelDeletion(TenantId tenant, BucketDeletion deletion);

    /** Says that the bucket has versions, or is about to. If nobody knew whether it has some, a comparison is asked for as well. */
    void noteVersions(BucketId bucket);

    /** The same after a write that showed it; if the database is away, it is left to the next write, which shows it again. */
    void observeVersions(BucketId bucket);

    /** Which tenant has a bucket of that name, or is making or deleting one; empty if the name is free. */
    Optional<TenantId> holder(PlatformId platform, BucketName name);

    /**
     * The tenant's buckets in byte order of their names.
     *
     * @param prefix only names that start with it; empty for all
     * @param after only names behind it; empty from the start
     * @param limit at most this many, 1 to 10,001: a page of S3 and the one that tells whether there is another page
     */
    List<Bucket> list(TenantId tenant, String prefix, String after, int limit);

    /** Those of {@link #list} that this user owns. */
    List<Bucket> listOwned(TenantId tenant, UserId owner, String prefix, String after, int limit);
}
