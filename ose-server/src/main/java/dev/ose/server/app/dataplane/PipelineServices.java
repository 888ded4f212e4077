package dev.ose.server.app.dataplane;

import dev.ose.server.accounting.metering.Meter;
import dev.ose.server.accounting.quota.QuotaService;
import dev.ose.server.accounting.upload.UploadTracker;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.CorsRules;
import dev.ose.server.bucket.sharing.Sharing;
import dev.ose.server.catalog.label.LabelNotes;
import dev.ose.server.catalog.listing.ObjectListing;
import dev.ose.server.catalog.search.BucketSearch;
import dev.ose.server.iam.IamApi;
import dev.ose.server.ledger.commit.GroupCommitLedger;
import dev.ose.server.platform.registry.PlatformRegistry;
import dev.ose.server.tenant.OwnerDirectory;
import dev.ose.server.tenant.credential.IdentityDirectory;
import org.springframework.context.annotation.Lazy;

/** What S3 requests ask for, by way of memory where that is allowed. */
@Lazy
public record PipelineServices(
        PlatformRegistry platforms,
        IdentityDirectory identities,
        BucketDirectory bucketDirectory,
        BucketStore buckets,
        BucketOwners bucketOwners,
        BucketSearch bucketSearch,
        OwnerDirectory owners,
        Sharing sharing,
        CorsRules corsRules,
        GroupCommitLedger ledger,
        ObjectListing listing,
        LabelNotes labels,
        Meter meter,
        UploadTracker uploads,
        QuotaService quotas,
        IamApi iam) {}
