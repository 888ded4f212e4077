package dev.ose.server.bucket;

import dev.ose.adapter.PlatformKey;
import dev.ose.s3.BucketName;
import dev.ose.server.tenancy.PlatformEndpoint;
import dev.ose.server.tenancy.PlatformId;

/**
 * Where a bucket is and with whose key its platform may be asked about it on OSE's own account.
 *
 * @param mayHaveVersions whether the bucket has versions or ever had, or nobody knows yet
 */
public record BucketOwner(BucketName bucket, PlatformEndpoint endpoint, PlatformKey key, boolean mayHaveVersions) {

    /** The platform that it is on. */
    public PlatformId platform() {
        return endpoint.platform();
    }
}
