package dev.ose.server.bucket;

import dev.ose.s3.BucketName;
import dev.ose.server.tenancy.PlatformId;
import dev.ose.server.tenancy.TenantId;
import dev.ose.server.tenancy.UserId;
import java.util.List;
import java.util.Optional;

/** Keeps the rows of buckets. Every method blocks on the database. */
public interface BucketStore {

    /**
     * Claims the name before the platform is asked to create the bucket, so that two tenants never race for it. The
     * claim is not yet visible to look-ups.
     *
     * @return the claim; an earlier unfinished claim of the same tenant is taken over. Empty if the tenant has the bucket
     *     already
     * @throws dev.ose.server.failure.FailureException {@code BucketTaken}
     */
    Optional<BucketId> claim(TenantId tenant, UserId owner, PlatformId platform, BucketName name, String region);

    /** Makes a claimed bucket visible, once the platform has it. */
    Bucket confirm(TenantId tenant, BucketId bucket);

    /** Gives a claim up, because the platform refused the bucket. */
    void abandon(TenantId tenant, BucketId bucket);

    /** Forgets a bucket that the platform has deleted, with all rows of its objects. */
    void remove(TenantId tenant, BucketId bucket);

    /**
     * The tenant's buckets in byte order of their names.
     *
     * @param prefix only names that start with it; empty for all
     * @param after only names behind it; empty from the start
     * @param limit at most this many, 1 to 10,001: a page of S3 and the one that tells whether there is another page
     */
    List<Bucket> list(TenantId tenant, String prefix, String after, int limit);
}
