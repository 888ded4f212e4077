package dev.ose.server.app.config;

import dev.ose.config.Configuration;
import dev.ose.config.JobOptions;
import dev.ose.server.access.Authorizer;
import dev.ose.server.accounting.quota.QuotaService;
import dev.ose.server.accounting.upload.UploadTracker;
import dev.ose.server.accounting.usage.ObjectCounters;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.ownership.BucketAdmissions;
import dev.ose.server.bucket.settings.OwnerBucketRemoval;
import dev.ose.server.database.Database;
import dev.ose.server.job.BulkDeletions;
import dev.ose.server.job.JobParts;
import dev.ose.server.job.JobRetention;
import dev.ose.server.job.JobRunner;
import dev.ose.server.job.JobSites;
import dev.ose.server.job.JobStore;
import dev.ose.server.job.PlatformDeletions;
import dev.ose.server.job.TenantJobs;
import dev.ose.server.job.TenantPurgeParts;
import dev.ose.server.job.TenantPurgeRunner;
import dev.ose.server.job.TenantPurgeStore;
import dev.ose.server.job.jdbc.JdbcJobStore;
import dev.ose.server.job.jdbc.JdbcTenantPurgeStore;
import dev.ose.server.ledger.ObjectLedger;
import dev.ose.server.platform.client.S3BucketRequests;
import dev.ose.server.platform.client.S3JobRequests;
import dev.ose.server.platform.registry.PlatformRegistry;
import dev.ose.server.runtime.jobs.ExclusiveWork;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.sync.SyncRuns;
import dev.ose.server.tenant.AccountDeletion;
import dev.ose.server.tenant.credential.PlacedIdentities;
import dev.ose.server.tenant.credential.UserIdentities;
import dev.ose.server.transfer.BlockingTransport;
import java.time.Clock;
import org.springframework.context.annotation.Bean;

/** Jobs on many objects. */
@ControlPlane
class JobConfiguration {

    private final Configuration configuration;
    private final PlatformRegistry platforms;
    private final Clock clock;

    JobConfiguration(Configuration configuration, PlatformRegistry platforms, Clock clock) {
        this.configuration = configuration;
        this.platforms = platforms;
        this.clock = clock;
    }

    @Bean
    JobStore jobStore(Database database) {
        return new JdbcJobStore(database);
    }

    @Bean
    JobSites jobSites(UserIdentities users, BucketDirectory buckets, Authorizer authorizer) {
        return new JobSites(users, buckets, platforms, authorizer, clock);
    }

    @Bean
    TenantJobs tenantJobs(JobStore store, JobSites sites, ObjectCounters counters) {
        return new TenantJobs(store, sites, counters, configuration.get(JobOptions.OPEN_PER_TENANT));
    }

    @Bean
    JobParts jobParts(
            BlockingTransport transport,
            ObjectLedger ledger,
            QuotaService quotas,
            UploadTracker uploads,
            BucketStore buckets) {
        return new JobParts(
                new S3JobRequests(platforms, transport), platforms, ledger, quotas, uploads, buckets, clock);
    }

    @Bean
    BulkDeletions bulkDeletions(JobSites sites, TenantJobs jobs, JobParts parts) {
        return new PlatformDeletions(sites, jobs, parts);
    }

    @Bean
    JobRunner jobRunner(Jobs jobs, JobStore store, JobSites sites, JobParts parts, SyncRuns runs) {
        JobRunner.Limits limits = new JobRunner.Limits(
                configuration.get(JobOptions.PER_NODE),
                configuration.get(JobOptions.PER_TENANT),
                configuration.get(JobOptions.FAILURES),
                bucket -> runs.backlog(bucket, JobRunner.Limits.MAX_BACKLOG));
        return JobRunner.start(jobs, store, sites, parts, limits);
    }

    @Bean
    TenantPurgeStore tenantPurgeStore(Database database) {
        return new JdbcTenantPurgeStore(database);
    }

    @Bean
    TenantPurgeParts.Owners ownersOfPurgedBuckets(UserIdentities users, PlacedIdentities placed) {
        return new TenantPurgeParts.Owners(users, placed);
    }

    @Bean
    OwnerBucketRemoval.Services bucketRemovals(
            BucketStore buckets, BlockingTransport transport, BucketAdmissions admissions) {
        return new OwnerBucketRemoval.Services(buckets, new S3BucketRequests(platforms, transport), admissions);
    }

    @Bean
    TenantPurgeParts tenantPurgeParts(
            JobParts parts,
            TenantPurgeParts.Owners owners,
            Authorizer authorizer,
            OwnerBucketRemoval.Services removals,
            AccountDeletion deletion) {
        return new TenantPurgeParts(parts, owners, authorizer, removals, deletion);
    }

    @Bean
    TenantPurgeRunner tenantPurgeRunner(Jobs jobs, TenantPurgeStore store, TenantPurgeParts parts) {
        return TenantPurgeRunner.start(jobs, store, parts);
    }

    @Bean
    Job jobRetention(Jobs jobs, JobStore store, ExclusiveWork exclusive) {
        return JobRetention.start(jobs, store, exclusive, configuration.get(JobOptions.RETENTION));
    }
}
