package dev.ose.server.bucket.ownership;

import dev.ose.s3.BucketName;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the rows of buckets that are given to other users of their tenant. Between the promise and its end the platform is
 * asked; a promise that nobody ended stays, and whoever gives the bucket again goes on from there. Every method blocks on the
 * database.
 */
public interface BucketTransfers {

    /**
     * Takes a place for the bucket under the heir's quota. Asks for none if the bucket is the heir's, or was promised to it
     * before.
     *
     * @return to whom it was promised before, which may be the heir
     * @throws dev.ose.server.runtime.failure.FailureException {@code BucketMissing}, {@code TooManyBuckets}
     */
    Optional<UserId> promise(TenantId tenant, Bucket bucket, UserId heir);

    /** Takes a promise back; the one from before it, if there was one, is in force again. */
    void withdraw(TenantId tenant, Bucket bucket, Optional<UserId> before);

    /**
     * Makes the heir the owner, whom the bucket's counters follow.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code BucketMissing}
     */
    void fulfil(TenantId tenant, Bucket bucket, UserId heir);

    /**
     * Gifts of the user's buckets, and of others' to it, that were promised and never ended, in byte order of the buckets' names,
     * at most {@code limit}.
     */
    List<Begun> listBegun(TenantId tenant, UserId user, int limit);

    /** A bucket that was promised to somebody. */
    record Begun(Bucket bucket, UserId heir) {}

    /**
     * The user's buckets into which somebody may still be writing who began longer than {@code age} ago, or in which uploads stand
     * that are not complete, in byte order of their names, at most {@code limit}.
     */
    List<Held> listHeld(TenantId tenant, UserId owner, Duration age, int limit);

    /** A bucket that something is going on in. */
    record Held(BucketName bucket, boolean isWritten, boolean hasUploads) {}

    /** The user's buckets in byte order of their names, at most {@code limit}. */
    List<Bucket> listOf(TenantId tenant, UserId owner, int limit);
}
