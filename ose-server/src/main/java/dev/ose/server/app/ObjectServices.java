package dev.ose.server.app;

import dev.ose.keyring.Keyring;
import dev.ose.server.accounting.jdbc.CachedLimitDirectory;
import dev.ose.server.accounting.jdbc.JdbcCounterTables;
import dev.ose.server.accounting.jdbc.JdbcLeaseTable;
import dev.ose.server.accounting.jdbc.JdbcMeterStore;
import dev.ose.server.accounting.jdbc.JdbcObjectCounters;
import dev.ose.server.accounting.jdbc.JdbcUploadQueue;
import dev.ose.server.accounting.jdbc.JdbcUploadTables;
import dev.ose.server.accounting.metering.Meter;
import dev.ose.server.accounting.metering.MeterWriter;
import dev.ose.server.accounting.quota.QuotaService;
import dev.ose.server.accounting.upload.UploadQueue;
import dev.ose.server.accounting.upload.UploadTracker;
import dev.ose.server.accounting.usage.CounterKeeper;
import dev.ose.server.accounting.usage.ObjectCounters;
import dev.ose.server.bucket.BucketDirectory;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.bucket.BucketStore;
import dev.ose.server.bucket.jdbc.CachedBucketDirectory;
import dev.ose.server.bucket.jdbc.JdbcBucketOwners;
import dev.ose.server.bucket.jdbc.JdbcBucketStore;
import dev.ose.server.catalog.ObjectIndex;
import dev.ose.server.catalog.jdbc.JdbcBucketLabels;
import dev.ose.server.catalog.jdbc.JdbcBucketSearch;
import dev.ose.server.catalog.jdbc.JdbcLabelQueue;
import dev.ose.server.catalog.jdbc.JdbcListingTables;
import dev.ose.server.catalog.jdbc.JdbcObjectIndex;
import dev.ose.server.catalog.jdbc.JdbcOlderVersions;
import dev.ose.server.catalog.jdbc.KeyringPositions;
import dev.ose.server.catalog.label.BucketLabels;
import dev.ose.server.catalog.label.LabelNotes;
import dev.ose.server.catalog.label.LabelQueue;
import dev.ose.server.catalog.listing.ObjectListing;
import dev.ose.server.catalog.search.BucketSearch;
import dev.ose.server.database.CacheValidity;
import dev.ose.server.database.ChangeListener;
import dev.ose.server.database.Database;
import dev.ose.server.ledger.commit.GroupCommitLedger;
import dev.ose.server.ledger.jdbc.JdbcDirtyKeys;
import dev.ose.server.ledger.jdbc.JdbcNodeTable;
import dev.ose.server.ledger.node.NodeMembership;
import dev.ose.server.ledger.verify.DirtyKeys;
import dev.ose.server.platform.PlatformId;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.lifecycle.Parts;
import dev.ose.server.sync.BucketNotifications;
import dev.ose.server.sync.OlderListing;
import dev.ose.server.sync.PlatformChanges;
import dev.ose.server.sync.SyncRuns;
import dev.ose.server.sync.VersioningTables;
import dev.ose.server.sync.jdbc.JdbcNotificationTables;
import dev.ose.server.sync.jdbc.JdbcSyncRuns;
import dev.ose.server.sync.jdbc.JdbcVersioningTables;
import dev.ose.server.tenant.OwnerDirectory;
import dev.ose.server.tenant.credential.IdentityDirectory;
import dev.ose.server.tenant.jdbc.CachedIdentityDirectory;
import dev.ose.server.tenant.jdbc.JdbcOwnerDirectory;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/** What S3 requests ask the database for, by way of memory where that is allowed. */
record ObjectServices(
        IdentityDirectory identities,
        BucketDirectory bucketDirectory,
        BucketStore buckets,
        BucketSearch bucketSearch,
        OwnerDirectory owners,
        BucketOwners bucketOwners,
        GroupCommitLedger ledger,
        DirtyKeys dirtyKeys,
        Doorbell dirtyAppeared,
        Meter meter,
        UploadQueue uploadQueue,
        UploadTracker uploads,
        QuotaService quotas,
        BucketLabels bucketLabels,
        LabelQueue labelQueue,
        LabelNotes labelNotes,
        ObjectCounters counters,
        SyncRuns syncRuns,
        VersioningTables versioning,
        ObjectIndex index,
        OlderListing older,
        ObjectListing listing) {

    /** What it works with. */
    record Needs(Database database, Jobs jobs, Parts parts) {}

    /**
     * Blocks; what it starts stops with the node.
     *
     * @param journal where writes go while the database is away; empty to refuse them
     * @param lists whether listings may be answered from the database
     */
    static ObjectServices start(Needs needs, Keyring keyring, String nodeName, Optional<Path> journal, boolean lists) {
        Database database = needs.database();
        Jobs jobs = needs.jobs();
        Parts parts = needs.parts();
        CacheValidity freshness = new CacheValidity(System::nanoTime);
        CachedIdentityDirectory identities = new CachedIdentityDirectory(database, keyring, freshness);
        CachedBucketDirectory buckets = new CachedBucketDirectory(database, freshness);
        CachedLimitDirectory limits = new CachedLimitDirectory(database, freshness);
        parts.add(
                "change listener",
                ChangeListener.start(jobs, database, freshness, List.of(identities, buckets, limits)));
        NodeMembership membership = parts.add(
                "node membership", NodeMembership.join(jobs, new JdbcNodeTable(database, version()), nodeName));
        Doorbell dirtyAppeared = new Doorbell();
        GroupCommitLedger ledger = LedgerFactory.start(needs, membership, dirtyAppeared, journal);
        BooleanSupplier isCaughtUp = () -> ledger.statistics().journalBytes() == 0;
        membership.tell(isCaughtUp);
        ObjectCounters counters = new JdbcObjectCounters(database);
        parts.add("counter keeper", CounterKeeper.start(jobs, new JdbcCounterTables(database), counters));
        Meter meter = new Meter(Clock.systemUTC());
        UploadQueue uploadQueue = new JdbcUploadQueue(database);
        UploadTracker uploads = parts.add(
                "upload book",
                UploadTracker.start(
                        jobs,
                        new JdbcUploadTables(database),
                        journal.map(file -> LedgerFactory.uploadJournal(file, uploadQueue, parts))));
        QuotaService quotas = parts.add(
                "quota book", QuotaService.start(jobs, limits, new JdbcLeaseTable(database, membership::node)));
        LabelQueue labelQueue = new JdbcLabelQueue(database);
        parts.add("meter", MeterWriter.start(jobs, meter, new JdbcMeterStore(database)));
        return new ObjectServices(
                identities,
                buckets,
                new JdbcBucketStore(database),
                new JdbcBucketSearch(database),
                new JdbcOwnerDirectory(database),
                new JdbcBucketOwners(database, keyring),
                ledger,
                new JdbcDirtyKeys(database),
                dirtyAppeared,
                meter,
                uploadQueue,
                uploads,
                quotas,
                new JdbcBucketLabels(database),
                labelQueue,
                new LabelNotes(labelQueue),
                counters,
                new JdbcSyncRuns(database),
                new JdbcVersioningTables(database),
                new JdbcObjectIndex(database),
                new JdbcOlderVersions(database),
                new ObjectListing(lists, new JdbcListingTables(database), isCaughtUp, new KeyringPositions(keyring)));
    }

    /** Takes what platforms tell of changes. */
    BucketNotifications notices(Database database) {
        return new BucketNotifications(new JdbcNotificationTables(database), syncRuns, index, dirtyAppeared);
    }

    /** Takes what a platform of this node reports to have done by itself. */
    PlatformChanges changes(PlatformId platform, Database database) {
        return new PlatformChanges(platform, notices(database), new JdbcNotificationTables(database), uploadQueue);
    }

    private static String version() {
        String version = ObjectServices.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    /** Rings for whoever verifies dirty keys, as soon as there is somebody. */
    static final class Doorbell implements Runnable {

        private final AtomicReference<Runnable> answered = new AtomicReference<>(() -> {});

        /** Has every further ring answered by this. */
        void answerBy(Runnable answer) {
            answered.set(answer);
        }

        @Override
        public void run() {
            answered.get().run();
        }
    }
}
