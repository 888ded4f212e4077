package dev.ose.server.job;

import dev.ose.server.accounting.quota.QuotaService;
import dev.ose.server.accounting.upload.UploadTracker;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.ledger.ObjectLedger;
import dev.ose.server.platform.PlatformDirectory;
import java.time.Clock;

/** The services that the steps of jobs need. */
public record JobParts(
        JobRequests requests,
        PlatformDirectory platforms,
        ObjectLedger ledger,
        QuotaService quotas,
        UploadTracker uploads,
        BucketStore buckets,
        Clock clock) {

    /** The same with other requests. */
    public JobParts with(JobRequests other) {
        return new JobParts(other, platforms, ledger, quotas, uploads, buckets, clock);
    }
}
