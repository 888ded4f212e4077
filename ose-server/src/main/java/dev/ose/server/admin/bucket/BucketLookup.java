package dev.ose.server.admin.bucket;

import dev.ose.s3.BucketName;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import dev.ose.server.runtime.failure.Futures;
import dev.ose.server.tenant.TenantId;

/** Finds the bucket that a path names. */
public final class BucketLookup {

    private BucketLookup() {}

    /** The tenant's bucket; another tenant's is as unknown as one that does not exist. */
    public static Bucket find(BucketDirectory buckets, TenantId tenant, String name) {
        return BucketName.parse(name)
                .flatMap(known -> Futures.await(buckets.find(tenant, known)))
                .orElseThrow(() -> new FailureException(
                        new Failure.NotFound("bucket", name.substring(0, Math.min(name.length(), 64)))));
    }
}
