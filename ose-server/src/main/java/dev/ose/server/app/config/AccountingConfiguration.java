package dev.ose.server.app.config;

import dev.ose.config.Configuration;
import dev.ose.config.MeteringOptions;
import dev.ose.server.accounting.alert.AlertThresholdStore;
import dev.ose.server.accounting.alert.QuotaAlertKeeper;
import dev.ose.server.accounting.jdbc.CachedLimitDirectory;
import dev.ose.server.accounting.jdbc.JdbcAlertThresholdStore;
import dev.ose.server.accounting.jdbc.JdbcCounterTables;
import dev.ose.server.accounting.jdbc.JdbcLeaseTable;
import dev.ose.server.accounting.jdbc.JdbcMeterStore;
import dev.ose.server.accounting.jdbc.JdbcObjectCounters;
import dev.ose.server.accounting.jdbc.JdbcQuotaAlertStore;
import dev.ose.server.accounting.jdbc.JdbcQuotaStore;
import dev.ose.server.accounting.jdbc.JdbcRatePlanStore;
import dev.ose.server.accounting.jdbc.JdbcSplitUploads;
import dev.ose.server.accounting.jdbc.JdbcStoredHours;
import dev.ose.server.accounting.jdbc.JdbcUploadQueue;
import dev.ose.server.accounting.jdbc.JdbcUploadTables;
import dev.ose.server.accounting.jdbc.JdbcUsageHistory;
import dev.ose.server.accounting.metering.Meter;
import dev.ose.server.accounting.metering.MeterRetention;
import dev.ose.server.accounting.metering.MeterStore;
import dev.ose.server.accounting.metering.MeterWriter;
import dev.ose.server.accounting.quota.LimitDirectory;
import dev.ose.server.accounting.quota.QuotaService;
import dev.ose.server.accounting.quota.QuotaStore;
import dev.ose.server.accounting.rating.RatePlanStore;
import dev.ose.server.accounting.upload.OrphanedUploads;
import dev.ose.server.accounting.upload.PlatformUploads;
import dev.ose.server.accounting.upload.SplitUploadTable;
import dev.ose.server.accounting.upload.SplitUploads;
import dev.ose.server.accounting.upload.UploadCheck;
import dev.ose.server.accounting.upload.UploadQueue;
import dev.ose.server.accounting.upload.UploadTracker;
import dev.ose.server.accounting.usage.CounterKeeper;
import dev.ose.server.accounting.usage.ObjectCounters;
import dev.ose.server.accounting.usage.StoredHourKeeper;
import dev.ose.server.accounting.usage.StoredHours;
import dev.ose.server.accounting.usage.UsageHistory;
import dev.ose.server.audit.jdbc.JdbcAuditTables;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.catalog.jdbc.CatchUp;
import dev.ose.server.database.AdvisoryLocks;
import dev.ose.server.database.CacheValidity;
import dev.ose.server.database.Database;
import dev.ose.server.ledger.node.NodeMembership;
import dev.ose.server.platform.client.PlatformClient;
import dev.ose.server.platform.client.S3UploadProbe;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.Jobs;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import org.springframework.context.annotation.Bean;

/** Usage, metering and quotas. */
@ControlPlane
class AccountingConfiguration {

    private final Database database;
    private final Jobs jobs;

    AccountingConfiguration(Database database, Jobs jobs) {
        this.database = database;
        this.jobs = jobs;
    }

    @Bean
    ObjectCounters objectCounters(CatchUp catchUp) {
        return new JdbcObjectCounters(database, catchUp);
    }

    @Bean
    CounterKeeper counterKeeper(ObjectCounters counters) {
        return CounterKeeper.start(jobs, new JdbcCounterTables(database), counters);
    }

    @Bean
    QuotaStore quotaStore() {
        return new JdbcQuotaStore(database);
    }

    @Bean
    CachedLimitDirectory limitDirectory(CacheValidity validity) {
        return new CachedLimitDirectory(database, validity);
    }

    @Bean
    QuotaService quotaService(LimitDirectory limits, NodeMembership node, CatchUp catchUp) {
        return QuotaService.start(jobs, limits, new JdbcLeaseTable(database, catchUp, node::node));
    }

    @Bean
    AlertThresholdStore alertThresholdStore() {
        return new JdbcAlertThresholdStore(database);
    }

    @Bean
    QuotaAlertKeeper quotaAlertKeeper(JdbcAuditTables audit, Clock clock, SecureRandom random, AdvisoryLocks locks) {
        return QuotaAlertKeeper.start(jobs, new JdbcQuotaAlertStore(database, audit, clock, random), locks);
    }

    @Bean
    Meter meter(Clock clock) {
        return new Meter(clock);
    }

    @Bean
    MeterStore meterStore() {
        return new JdbcMeterStore(database);
    }

    @Bean
    MeterWriter meterWriter(Meter meter, MeterStore store) {
        return MeterWriter.start(jobs, meter, store);
    }

    @Bean
    OptionalWork meterRetention(Configuration configuration, MeterStore store, AdvisoryLocks locks) {
        int days = configuration.get(MeteringOptions.RETENTION_DAYS);
        return days > 0
                ? new OptionalWork(MeterRetention.start(jobs, store, locks, Duration.ofDays(days)))
                : OptionalWork.NONE;
    }

    @Bean
    StoredHours storedHours(CatchUp catchUp) {
        return new JdbcStoredHours(database, catchUp);
    }

    @Bean
    Job storedHourKeeper(Configuration configuration, StoredHours hours, AdvisoryLocks locks) {
        Duration kept = Duration.ofDays(configuration.get(MeteringOptions.STORED_RETENTION_DAYS));
        return StoredHourKeeper.start(jobs, hours, locks, kept);
    }

    @Bean
    UsageHistory usageHistory() {
        return new JdbcUsageHistory(database);
    }

    @Bean
    RatePlanStore ratePlanStore() {
        return new JdbcRatePlanStore(database);
    }

    @Bean
    UploadQueue uploadQueue() {
        return new JdbcUploadQueue(database);
    }

    @Bean
    UploadTracker uploadTracker(OutageFiles files, UploadQueue queue) {
        return UploadTracker.start(
                jobs,
                new JdbcUploadTables(database),
                files.files().map(open -> new UploadTracker.Journal(open.uploads(), queue)));
    }

    @Bean
    PlatformUploads platformUploads(BucketOwners owners, PlatformClient client) {
        return new S3UploadProbe(owners, client);
    }

    @Bean
    UploadCheck uploadCheck(UploadQueue queue, PlatformUploads platform) {
        return UploadCheck.start(jobs, queue, platform);
    }

    @Bean
    SplitUploadTable splitUploadTable() {
        return new JdbcSplitUploads(database);
    }

    @Bean
    SplitUploads splitUploads(SplitUploadTable table) {
        return SplitUploads.start(jobs, table, System::nanoTime);
    }

    /** Also while no upload is split: it may have been otherwise, and may be on another node. */
    @Bean
    OrphanedUploads orphanedUploads(SplitUploadTable table, UploadTracker tracker, PlatformUploads platform) {
        return OrphanedUploads.start(jobs, table, tracker, platform);
    }
}
