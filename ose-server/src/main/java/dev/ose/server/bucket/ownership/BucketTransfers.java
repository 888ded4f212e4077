package dev.ose.server.bucket.ownership;

import dev.ose.s3.BucketName;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.tenant.UserId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Records transfers of buckets to other users of their tenant. The platform is called between the promise and its end;
 * an unfinished promise stays, and a repeated transfer continues from there. Every method blocks on the database.
 */
public interface BucketTransfers {

    /**
     * Reserves a bucket of the new owner's quota. Reserves nothing if the bucket is the new owner's, or was promised to
     * it before.
     *
     * @return the user of an earlier promise, which may be the new owner
     * @throws dev.ose.server.runtime.failure.FailureException {@code BucketMissing}, {@code TooManyBuckets}
     */
    Optional<UserId> promise(TenantId tenant, Bucket bucket, UserId newOwner);

    /** Withdraws a promise and restores the earlier one, if there was one. */
    void withdraw(TenantId tenant, Bucket bucket, Optional<UserId> before);

    /**
     * Makes the new owner the owner, also in the bucket's counters.
     *
     * @throws dev.ose.server.runtime.failure.FailureException {@code BucketMissing}
     */
    void fulfil(TenantId tenant, Bucket bucket, UserId newOwner);

    /**
     * Unfinished transfers of the user's buckets, and of others' buckets to it, in byte order of the buckets' names, at
     * most {@code limit}.
     */
    List<Begun> listBegun(TenantId tenant, UserId user, int limit);

    /** An unfinished transfer. */
    record Begun(Bucket bucket, UserId newOwner) {}

    /**
     * The user's buckets with a write that began longer than {@code age} ago and may still be under way, or with
     * incomplete multipart uploads, in byte order of their names, at most {@code limit}.
     */
    List<Held> listHeld(TenantId tenant, UserId owner, Duration age, int limit);

    /** A bucket with activity. */
    record Held(BucketName bucket, boolean isWritten, boolean hasUploads) {}

    /** The user's buckets in byte order of their names, at most {@code limit}. */
    List<Bucket> listOf(TenantId tenant, UserId owner, int limit);
}
