package dev.ose.server.s3.relay;

import dev.ose.server.accounting.metering.Meter;
import dev.ose.server.accounting.quota.QuotaService;
import dev.ose.server.accounting.upload.UploadTracker;
import dev.ose.server.audit.AuditTrail;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.CorsRules;
import dev.ose.server.bucket.logging.AccessLog;
import dev.ose.server.bucket.sharing.Sharing;
import dev.ose.server.catalog.label.LabelNotes;
import dev.ose.server.catalog.listing.ObjectListing;
import dev.ose.server.catalog.search.BucketSearch;
import dev.ose.server.event.NotificationStore;
import dev.ose.server.ledger.ObjectLedger;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.runtime.telemetry.RequestRecorder;
import dev.ose.server.tenant.OwnerDirectory;
import dev.ose.server.transfer.PlatformTransport;
import dev.ose.server.transfer.PooledBuffer;
import java.time.Clock;
import java.util.function.Supplier;

/**
 * The services of operations.
 *
 * @param region name of the region for clients
 * @param buffers lends a buffer; called on I/O threads
 * @param memory budget of all clients' documents
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
        UploadTracker uploads,
        QuotaService quotas,
        LabelNotes labels,
        AuditTrail audit,
        AccessLog accessLog,
        NotificationStore notifications,
        Supplier<PooledBuffer> buffers,
        FairBudget memory,
        String region,
        Clock clock) {}
