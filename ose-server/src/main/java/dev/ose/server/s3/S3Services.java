package dev.ose.server.s3;

import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.CorsRules;
import dev.ose.server.bucket.Sharing;
import dev.ose.server.fairness.FairBudget;
import dev.ose.server.label.LabelNotes;
import dev.ose.server.listing.ObjectListing;
import dev.ose.server.metering.Meter;
import dev.ose.server.object.ObjectLedger;
import dev.ose.server.quota.QuotaBook;
import dev.ose.server.search.BucketSearch;
import dev.ose.server.telemetry.RequestRecorder;
import dev.ose.server.tenancy.OwnerDirectory;
import dev.ose.server.tenancy.PlatformDirectory;
import dev.ose.server.transfer.PlatformTransport;
import dev.ose.server.transfer.PooledBuffer;
import dev.ose.server.upload.UploadBook;
import java.time.Clock;
import java.util.function.Supplier;

/**
 * What operations are performed with.
 *
 * @param region name of the region that this service tells its clients
 * @param buffers lends a buffer; called on I/O threads
 * @param memory bytes that documents of clients may take up, those of all of them together
 */
public record S3Services(
        PlatformDirectory platforms,
        PlatformTransport transport,
        ObjectLedger ledger,
        BucketStore buckets,
        BucketOwners bucketOwners,
        BucketSearch bucketSearch,
        ObjectListing listing,
        CorsRules corsRules,
        OwnerDirectory owners,
        Sharing sharing,
        RequestRecorder recorder,
        Meter meter,
        UploadBook uploads,
        QuotaBook quotas,
        LabelNotes labels,
        Supplier<PooledBuffer> buffers,
        FairBudget memory,
        String region,
        Clock clock) {}
