package dev.ose.server.app.dataplane;

import dev.ose.server.accounting.metering.Meter;
import dev.ose.server.accounting.quota.QuotaService;
import dev.ose.server.accounting.upload.UploadTracker;
import dev.ose.server.audit.AuditTrail;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.CorsRules;
import dev.ose.server.bucket.logging.AccessLog;
import dev.ose.server.bucket.sharing.Sharing;
import dev.ose.server.catalog.label.LabelNotes;
import dev.ose.server.catalog.listing.ObjectListing;
import dev.ose.server.catalog.search.BucketSearch;
import dev.ose.server.event.NotificationStore;
import dev.ose.server.iam.IamService;
import dev.ose.server.ledger.ObjectLedger;
import dev.ose.server.platform.PlatformDirectory;
import dev.ose.server.runtime.fairness.FairBudget;
import dev.ose.server.runtime.telemetry.RequestRecorder;
import dev.ose.server.tenant.OwnerDirectory;
import dev.ose.server.tenant.credential.IdentityDirectory;
import dev.ose.server.transfer.PlatformTransport;
import dev.ose.server.transfer.PooledBuffer;
import java.time.Clock;
import java.util.function.Supplier;
import org.springframework.context.annotation.Lazy;

/**
 * What S3 requests ask for, by way of memory where that is allowed. Spring fills it in by type, so tests replace any of
 * it.
 */
@Lazy
public record PipelineServices(
        PlatformDirectory platforms,
        PlatformTransport transport,
        IdentityDirectory identities,
        BucketDirectory bucketDirectory,
        BucketStore buckets,
        BucketOwners bucketOwners,
        BucketSearch bucketSearch,
        OwnerDirectory owners,
        Sharing sharing,
        CorsRules corsRules,
        ObjectLedger ledger,
        ObjectListing listing,
        LabelNotes labels,
        Meter meter,
        UploadTracker uploads,
        QuotaService quotas,
        AuditTrail audit,
        AccessLog accessLog,
        NotificationStore notifications,
        IamService iam,
        RequestRecorder recorder,
        Supplier<PooledBuffer> buffers,
        FairBudget documentMemory,
        Clock clock) {}
