package dev.ose.server.bucket.logging;

import dev.ose.s3.BucketName;
import dev.ose.server.bucket.Bucket;
import dev.ose.server.tenant.TenantId;
import org.jspecify.annotations.Nullable;

/** Takes a record of each request to a bucket with an access log. Called on I/O threads: neither blocks nor throws. */
public interface AccessLog {

    /** Takes the record of a request to the bucket, which has an access log. */
    void record(Bucket bucket, AccessRecord request);

    /**
     * Takes the record of a request that was answered before its bucket was known, such as a refused one, and keeps it
     * if the bucket has an access log.
     *
     * @param tenant the caller's; null for a caller without a valid credential
     */
    void recordNamed(@Nullable TenantId tenant, BucketName bucket, AccessRecord request);
}
