package dev.ose.server.app.config;

import dev.ose.keyring.Keyring;
import dev.ose.server.access.AccessCheck;
import dev.ose.server.access.Authorizer;
import dev.ose.server.accounting.quota.QuotaStore;
import dev.ose.server.accounting.usage.ObjectCounters;
import dev.ose.server.admin.bucket.AccessQuestions;
import dev.ose.server.admin.bucket.AccessSummaries;
import dev.ose.server.admin.bucket.BucketDetails;
import dev.ose.server.admin.bucket.BucketVisits;
import dev.ose.server.admin.bucket.CheckedPrincipals;
import dev.ose.server.admin.bucket.NamedPrincipals;
import dev.ose.server.admin.bucket.NewBuckets;
import dev.ose.server.admin.s3.S3Users;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.CorsPolicyStore;
import dev.ose.server.bucket.CorsRules;
import dev.ose.server.bucket.DeletedBucketCleanup;
import dev.ose.server.bucket.PresentCorsPolicy;
import dev.ose.server.bucket.jdbc.CachedBucketDirectory;
import dev.ose.server.bucket.jdbc.JdbcBucketOwners;
import dev.ose.server.bucket.jdbc.JdbcBucketStore;
import dev.ose.server.bucket.jdbc.JdbcBucketTransfers;
import dev.ose.server.bucket.jdbc.JdbcCorsPolicyStore;
import dev.ose.server.bucket.jdbc.JdbcGrantStore;
import dev.ose.server.bucket.ownership.BucketAdmissions;
import dev.ose.server.bucket.ownership.BucketClaimRecovery;
import dev.ose.server.bucket.ownership.BucketOwnership;
import dev.ose.server.bucket.ownership.BucketReassignment;
import dev.ose.server.bucket.ownership.BucketTransfers;
import dev.ose.server.bucket.settings.BucketSettings;
import dev.ose.server.bucket.settings.BucketSetup;
import dev.ose.server.bucket.settings.OwnerBucketRequests;
import dev.ose.server.bucket.sharing.Sharing;
import dev.ose.server.bucket.sharing.SharingAdoption;
import dev.ose.server.catalog.jdbc.CatchUp;
import dev.ose.server.catalog.jdbc.DeletedBucketRows;
import dev.ose.server.catalog.jdbc.JdbcBucketSearch;
import dev.ose.server.catalog.search.BucketSearch;
import dev.ose.server.database.AdvisoryLocks;
import dev.ose.server.database.CacheInvalidationListener.RowKind;
import dev.ose.server.database.CacheValidity;
import dev.ose.server.database.Database;
import dev.ose.server.event.NotificationStore;
import dev.ose.server.platform.Regions;
import dev.ose.server.platform.client.PlatformClient;
import dev.ose.server.platform.client.PlatformCorsRules;
import dev.ose.server.platform.client.S3BucketRequests;
import dev.ose.server.platform.client.S3BucketSettings;
import dev.ose.server.platform.registry.PlatformRegistry;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.jobs.OperatorEvents;
import dev.ose.server.sync.SyncRuns;
import dev.ose.server.tenant.OwnerDirectory;
import dev.ose.server.tenant.Placements;
import dev.ose.server.tenant.PlatformAdministration;
import dev.ose.server.tenant.Provisioning;
import dev.ose.server.tenant.credential.PlacedIdentities;
import dev.ose.server.tenant.credential.UserPolicies;
import dev.ose.server.tenant.jdbc.JdbcPrincipalDirectory;
import dev.ose.server.transfer.BlockingTransport;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import org.springframework.context.annotation.Bean;

/** Buckets, their owners and their sharing. */
@ControlPlane
class BucketConfiguration {

    /** Upper bound for a user's deactivation to reach all nodes. */
    private static final Duration PROPAGATION_TIME = Duration.ofSeconds(1);

    @Bean
    CachedBucketDirectory bucketDirectory(Database database, CacheValidity validity) {
        return new CachedBucketDirectory(database, validity);
    }

    @Bean
    BucketStore bucketStore(Database database, CachedBucketDirectory directory) {
        return new JdbcBucketStore(database, name -> directory.forget(RowKind.BUCKET, name.value()));
    }

    @Bean
    BucketSearch bucketSearch(Database database, CatchUp catchUp) {
        return new JdbcBucketSearch(database, catchUp);
    }

    @Bean
    BucketOwners bucketOwners(Database database, Keyring keyring) {
        return new JdbcBucketOwners(database, keyring);
    }

    @Bean
    Sharing sharing(Database database, PlatformRegistry platforms, SecureRandom random) {
        return new Sharing(
                new JdbcPrincipalDirectory(database), platforms::principalNames, new JdbcGrantStore(database), random);
    }

    @Bean
    SharingAdoption sharingAdoption(Sharing sharing, BucketOwners owners, OwnerDirectory users) {
        return new SharingAdoption(sharing, owners, users);
    }

    @Bean
    BucketTransfers bucketTransfers(Database database, CatchUp catchUp) {
        return new JdbcBucketTransfers(database, catchUp);
    }

    @Bean
    BucketOwnership bucketOwnership(
            Provisioning provisioning,
            Placements placements,
            PlatformAdministration platforms,
            BucketTransfers transfers,
            AdvisoryLocks locks) {
        return new BucketOwnership(provisioning, placements, platforms, transfers, locks);
    }

    @Bean
    BucketReassignment bucketReassignment(
            Provisioning provisioning, BucketOwnership ownership, BucketTransfers transfers) {
        return new BucketReassignment(provisioning, ownership, transfers, PROPAGATION_TIME);
    }

    @Bean
    BucketClaimRecovery bucketClaimRecovery(
            Jobs jobs,
            BucketStore buckets,
            BucketOwners owners,
            BucketAdmissions admissions,
            PlatformClient client,
            SharingAdoption shares) {
        return new BucketClaimRecovery(jobs, buckets, owners, admissions, client, shares).start();
    }

    @Bean
    BucketAdmissions bucketAdmissions(PlatformRegistry platforms, Provisioning provisioning) {
        return new BucketAdmissions(platforms, provisioning::counterpart, platforms);
    }

    @Bean
    CorsRules corsRules(
            BucketDirectory buckets,
            BucketOwners owners,
            PlatformRegistry platforms,
            PlatformClient client,
            PresentCorsPolicy policy) {
        return new PlatformCorsRules(buckets, owners, platforms, client, policy::now, System::nanoTime);
    }

    @Bean
    CorsPolicyStore corsPolicyStore(Database database, OperatorEvents events) {
        return new JdbcCorsPolicyStore(database, events);
    }

    @Bean
    PresentCorsPolicy presentCorsPolicy(Jobs jobs, CorsPolicyStore store) {
        return PresentCorsPolicy.start(jobs, store, CacheValidity.LIMIT, System::nanoTime);
    }

    @Bean
    Job deletedBucketCleanup(Jobs jobs, Database database, AdvisoryLocks locks) {
        return DeletedBucketCleanup.start(jobs, new DeletedBucketRows(database), locks);
    }

    @Bean
    BucketSettings bucketSettings(PlatformRegistry platforms, BlockingTransport transport) {
        return new S3BucketSettings(platforms, transport);
    }

    @Bean
    Authorizer authorizer(BucketDirectory buckets, PlatformRegistry platforms, PlacedIdentities placed, Clock clock) {
        return new Authorizer(buckets, platforms, placed, clock);
    }

    @Bean
    AccessCheck accessCheck(Authorizer authorizer, PlatformRegistry platforms) {
        return new AccessCheck(authorizer, platforms, platforms);
    }

    @Bean
    CheckedPrincipals checkedPrincipals(
            Provisioning provisioning, S3Users users, UserPolicies policies, Database database, OwnerDirectory owners) {
        return new CheckedPrincipals(provisioning, users, policies, new JdbcPrincipalDirectory(database), owners);
    }

    @Bean
    AccessQuestions accessQuestions(AccessCheck check, CheckedPrincipals principals, NamedPrincipals named) {
        return new AccessQuestions(check, principals, named);
    }

    @Bean
    NamedPrincipals namedPrincipals(BucketVisits.Buckets buckets, Sharing sharing, OwnerDirectory users) {
        return new NamedPrincipals(buckets, sharing, users);
    }

    @Bean
    AccessSummaries accessSummaries(AccessQuestions check, NamedPrincipals principals) {
        return new AccessSummaries(check, principals);
    }

    @Bean
    BucketVisits.Buckets visitedBuckets(BucketDirectory buckets, BucketOwners owners, BucketSettings settings) {
        return new BucketVisits.Buckets(buckets, owners, settings);
    }

    @Bean
    BucketVisits bucketVisits(
            Provisioning provisioning,
            BucketVisits.Buckets buckets,
            S3Users users,
            PlatformRegistry platforms,
            Authorizer authorizer) {
        return new BucketVisits(provisioning, buckets, users, platforms, authorizer);
    }

    @Bean
    BucketDetails bucketDetails(
            PlatformRegistry platforms,
            ObjectCounters counters,
            QuotaStore quotas,
            SyncRuns syncRuns,
            NotificationStore notifications) {
        return new BucketDetails(platforms, counters, quotas, syncRuns, notifications);
    }

    @Bean
    OwnerBucketRequests bucketRequests(PlatformRegistry platforms, BlockingTransport transport) {
        return new S3BucketRequests(platforms, transport);
    }

    @Bean
    BucketSetup bucketSetup(
            BucketStore buckets,
            OwnerBucketRequests requests,
            BucketSettings settings,
            PlatformRegistry platforms,
            QuotaStore quotas,
            BucketAdmissions admissions) {
        return new BucketSetup(buckets, requests, settings, platforms, quotas, admissions);
    }

    @Bean
    NewBuckets newBuckets(
            Provisioning provisioning, S3Users users, BucketSetup setup, Regions regions, PlacedIdentities placed) {
        return new NewBuckets(provisioning, users, setup, regions, placed);
    }
}
