package dev.ose.server.app.config;

import dev.ose.config.Configuration;
import dev.ose.config.SyncOptions;
import dev.ose.server.accounting.upload.UploadQueue;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.sharing.SharingAdoption;
import dev.ose.server.catalog.ObjectIndex;
import dev.ose.server.catalog.jdbc.CatchUp;
import dev.ose.server.database.Database;
import dev.ose.server.platform.Regions;
import dev.ose.server.platform.client.PlatformClient;
import dev.ose.server.platform.client.S3PlatformListing;
import dev.ose.server.platform.client.S3UploadListing;
import dev.ose.server.platform.registry.PlatformRegistry;
import dev.ose.server.runtime.jobs.Job;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.sync.BucketAdoption;
import dev.ose.server.sync.BucketNotifications;
import dev.ose.server.sync.NotificationTables;
import dev.ose.server.sync.OlderListing;
import dev.ose.server.sync.PlatformChanges;
import dev.ose.server.sync.RowListing;
import dev.ose.server.sync.SyncRunner;
import dev.ose.server.sync.SyncRuns;
import dev.ose.server.sync.SyncSchedule;
import dev.ose.server.sync.UploadComparison;
import dev.ose.server.sync.VersioningCheck;
import dev.ose.server.sync.jdbc.JdbcNotificationTables;
import dev.ose.server.sync.jdbc.JdbcSyncRuns;
import dev.ose.server.sync.jdbc.JdbcVersioningTables;
import dev.ose.server.tenant.Provisioning;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import org.springframework.context.annotation.Bean;

/** Comparison of rows with the platform's listings, and notifications of platforms. */
@ControlPlane
class SyncConfiguration {

    private final Database database;
    private final Configuration configuration;

    SyncConfiguration(Database database, Configuration configuration) {
        this.database = database;
        this.configuration = configuration;
    }

    @Bean
    SyncRuns syncRuns() {
        return new JdbcSyncRuns(database);
    }

    @Bean
    NotificationTables notificationTables(CatchUp catchUp) {
        return new JdbcNotificationTables(database, catchUp);
    }

    @Bean
    BucketNotifications bucketNotifications(
            NotificationTables tables, SyncRuns runs, ObjectIndex index, WakeUpSignal dirtyAppeared) {
        return new BucketNotifications(tables, runs, index, dirtyAppeared);
    }

    @Bean
    MeterBinder notificationMetrics(BucketNotifications notifications) {
        return registry -> {
            FunctionCounter.builder("ose.sync.notifications.marked", notifications, BucketNotifications::marked)
                    .register(registry);
            FunctionCounter.builder("ose.sync.notifications.known", notifications, BucketNotifications::known)
                    .register(registry);
            FunctionCounter.builder("ose.sync.notifications.ignored", notifications, BucketNotifications::ignored)
                    .register(registry);
        };
    }

    /** Registers for the own changes of each platform. */
    @Bean
    List<PlatformChanges> platformChanges(
            PlatformRegistry platforms,
            BucketNotifications notifications,
            NotificationTables tables,
            UploadQueue uploads) {
        return platforms.all().stream()
                .map(platform -> {
                    PlatformChanges changes = new PlatformChanges(platform.id(), notifications, tables, uploads);
                    platforms.reportOwnChanges(platform.id(), changes);
                    return changes;
                })
                .toList();
    }

    @Bean
    BucketAdoption bucketAdoption(
            Provisioning provisioning,
            PlatformRegistry platforms,
            BucketStore buckets,
            SyncRuns runs,
            SharingAdoption shares,
            Regions regions) {
        return new BucketAdoption(provisioning, platforms, buckets, runs, shares, regions);
    }

    @Bean
    Job versioningCheck(Jobs jobs, BucketOwners owners, PlatformClient client, SyncRuns runs) {
        return VersioningCheck.start(jobs, new JdbcVersioningTables(database), owners, client, runs);
    }

    @Bean
    SyncRunner.Sources syncSources(
            SyncRuns runs,
            BucketOwners owners,
            PlatformClient client,
            ObjectIndex index,
            OlderListing older,
            UploadQueue uploads) {
        return new SyncRunner.Sources(
                runs,
                new S3PlatformListing(owners, client),
                RowListing.of(index, older),
                new UploadComparison(new S3UploadListing(owners, client), uploads));
    }

    @Bean
    SyncRunner syncRunner(Jobs jobs, SyncRunner.Sources sources, WakeUpSignal dirtyAppeared) {
        SyncSchedule schedule = new SyncSchedule(
                configuration.get(SyncOptions.INTERVAL),
                configuration.find(SyncOptions.TENANTS).orElse(List.of()),
                configuration.get(SyncOptions.THRESHOLD));
        return SyncRunner.start(
                jobs, sources, schedule, configuration.get(SyncOptions.PAGES_PER_SECOND), dirtyAppeared);
    }
}
