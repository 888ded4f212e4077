package dev.ose.server.bucket.settings;

import dev.ose.adapter.PlatformKey;
import dev.ose.s3.BucketName;
import dev.ose.s3.operation.BucketSubresource;
import dev.ose.server.platform.PlatformEndpoint;
import dev.ose.server.tenant.TenantId;
import dev.ose.server.transfer.WholeResponse;

/**
 * Requests about buckets that OSE sends on an owner's account, with its platform key. Every method blocks for one
 * request, 90 seconds at most, and fails with {@code OutcomeUnknown} if the platform may have done it; what it answers
 * is for the caller to read.
 */
public interface OwnerBucketRequests {

    /** A bucket, and whose it is or is going to be. */
    record Site(TenantId tenant, PlatformEndpoint endpoint, PlatformKey key, BucketName bucket) {}

    /**
     * <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CreateBucket.html">CreateBucket</a>.
     *
     * @param document empty for none
     */
    WholeResponse create(Site site, boolean hasObjectLock, byte[] document);

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadBucket.html">HeadBucket</a>. */
    WholeResponse head(Site site);

    /** Replaces a setting. */
    WholeResponse put(Site site, BucketSubresource.Action setting, byte[] document);

    /** <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_DeleteBucket.html">DeleteBucket</a>. */
    WholeResponse delete(Site site);
}
