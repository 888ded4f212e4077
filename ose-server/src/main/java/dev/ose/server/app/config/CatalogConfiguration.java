package dev.ose.server.app.config;

import dev.ose.config.Configuration;
import dev.ose.config.MetadataOptions;
import dev.ose.keyring.Keyring;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.catalog.ObjectIndex;
import dev.ose.server.catalog.compaction.SegmentCompactor;
import dev.ose.server.catalog.jdbc.CatchUp;
import dev.ose.server.catalog.jdbc.JdbcBucketLabels;
import dev.ose.server.catalog.jdbc.JdbcCompactionTables;
import dev.ose.server.catalog.jdbc.JdbcLabelQueue;
import dev.ose.server.catalog.jdbc.JdbcListingTables;
import dev.ose.server.catalog.jdbc.JdbcObjectIndex;
import dev.ose.server.catalog.jdbc.JdbcOlderVersions;
import dev.ose.server.catalog.jdbc.JdbcSearchTables;
import dev.ose.server.catalog.jdbc.KeyringPositions;
import dev.ose.server.catalog.label.BucketLabels;
import dev.ose.server.catalog.label.LabelIndexer;
import dev.ose.server.catalog.label.LabelNotes;
import dev.ose.server.catalog.label.LabelProbe;
import dev.ose.server.catalog.label.LabelQueue;
import dev.ose.server.catalog.listing.ObjectListing;
import dev.ose.server.catalog.search.ObjectSearch;
import dev.ose.server.database.AdvisoryLocks;
import dev.ose.server.database.Database;
import dev.ose.server.ledger.commit.GroupCommitLedger;
import dev.ose.server.platform.client.PlatformClient;
import dev.ose.server.platform.client.S3LabelProbe;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.sync.OlderListing;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Clock;
import org.springframework.context.annotation.Bean;

/** The catalog of objects: rows, listings, search, labels, segments. */
@ControlPlane
class CatalogConfiguration {

    private final Database database;
    private final Configuration configuration;

    CatalogConfiguration(Database database, Configuration configuration) {
        this.database = database;
        this.configuration = configuration;
    }

    @Bean
    ObjectIndex objectIndex(CatchUp catchUp) {
        return new JdbcObjectIndex(database, catchUp);
    }

    @Bean
    OlderListing olderListing(CatchUp catchUp) {
        return new JdbcOlderVersions(database, catchUp);
    }

    @Bean
    ObjectListing objectListing(GroupCommitLedger ledger, Keyring keyring, CatchUp catchUp) {
        return new ObjectListing(
                configuration.get(MetadataOptions.LIST),
                new JdbcListingTables(database, catchUp),
                ledger::isCaughtUp,
                new KeyringPositions(keyring));
    }

    @Bean
    MeterBinder listingMetrics(ObjectListing listing) {
        return registry -> {
            FunctionCounter.builder("ose.listings.from.database", listing, ObjectListing::listed)
                    .register(registry);
            FunctionCounter.builder("ose.listings.forwarded", listing, ObjectListing::forwarded)
                    .register(registry);
        };
    }

    @Bean
    ObjectSearch objectSearch(CatchUp catchUp) {
        return new ObjectSearch(new JdbcSearchTables(database, catchUp), System::nanoTime);
    }

    @Bean
    BucketLabels bucketLabels() {
        return new JdbcBucketLabels(database);
    }

    @Bean
    LabelQueue labelQueue() {
        return new JdbcLabelQueue(database);
    }

    @Bean
    LabelNotes labelNotes(LabelQueue queue) {
        return new LabelNotes(queue);
    }

    @Bean
    LabelProbe labelProbe(BucketOwners owners, PlatformClient client) {
        return new S3LabelProbe(owners, client);
    }

    @Bean
    LabelIndexer labelIndexer(
            Jobs jobs, BucketLabels labels, LabelQueue queue, LabelNotes notes, ObjectIndex index, LabelProbe probe) {
        return LabelIndexer.start(jobs, new LabelIndexer.Parts(labels, queue, notes, index, probe));
    }

    @Bean
    OptionalWork segmentCompactor(Jobs jobs, AdvisoryLocks locks, Clock clock) {
        if (!configuration.get(MetadataOptions.COMPACTION)) {
            return OptionalWork.NONE;
        }
        SegmentCompactor.Pace pace = new SegmentCompactor.Pace(
                configuration.get(MetadataOptions.COMPACTION_AFTER),
                configuration.get(MetadataOptions.COMPACTION_OBJECTS_PER_SECOND));
        return new OptionalWork(SegmentCompactor.start(jobs, new JdbcCompactionTables(database), locks, clock, pace));
    }
}
