package dev.ose.server.app.config;

import dev.ose.config.Configuration;
import dev.ose.config.MetadataOptions;
import dev.ose.server.bucket.BucketOwners;
import dev.ose.server.catalog.jdbc.CatchUp;
import dev.ose.server.database.Database;
import dev.ose.server.ledger.commit.FailoverWatch;
import dev.ose.server.ledger.commit.GroupCommitLedger;
import dev.ose.server.ledger.commit.LedgerTables;
import dev.ose.server.ledger.commit.RecentWriteRecorder;
import dev.ose.server.ledger.jdbc.JdbcDatabaseHistory;
import dev.ose.server.ledger.jdbc.JdbcDirtyKeys;
import dev.ose.server.ledger.jdbc.JdbcLedgerTables;
import dev.ose.server.ledger.jdbc.JdbcLogApplier;
import dev.ose.server.ledger.jdbc.JdbcLogTables;
import dev.ose.server.ledger.jdbc.JdbcNodeTable;
import dev.ose.server.ledger.jdbc.LogFollower;
import dev.ose.server.ledger.jdbc.LogKeeper;
import dev.ose.server.ledger.jdbc.LogPartitions;
import dev.ose.server.ledger.node.LedgerOfOthers;
import dev.ose.server.ledger.node.NodeMembership;
import dev.ose.server.ledger.verify.DirtyKeys;
import dev.ose.server.ledger.verify.ObjectProbe;
import dev.ose.server.ledger.verify.Verifier;
import dev.ose.server.platform.client.ListedProbe;
import dev.ose.server.platform.client.PlatformClient;
import dev.ose.server.platform.client.PlatformProbe;
import dev.ose.server.platform.client.VersionsProbe;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.lifecycle.DataDirectory;
import dev.ose.server.runtime.lifecycle.StartException;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** The ledger of writes, and the handling of outages and fail-overs of the database. */
@ControlPlane
class LedgerConfiguration {

    private final Database database;
    private final MetadataOptions.Ledger kind;

    LedgerConfiguration(Database database, Configuration configuration) {
        this.database = database;
        this.kind = configuration.get(MetadataOptions.LEDGER);
    }

    /** Verifies the keys of a restored log and applies entries of nodes of another kind, before any write. */
    @Bean
    NodeMembership nodeMembership(Jobs jobs, DataDirectory directory, LogFollower follower, LogPartitions partitions) {
        try {
            partitions.beginAnewIfElsewhere();
            NodeMembership node = NodeMembership.join(
                    jobs, new JdbcNodeTable(database, version(), kind.name()), directory.identity());
            follower.ofAll();
            return node;
        } catch (LedgerOfOthers others) {
            throw new StartException(
                    StartException.Code.LEDGER,
                    "This node cannot join: " + others.getMessage()
                            + ". Stop all nodes, give them the same value, and start them again.",
                    others);
        }
    }

    /** The version of this build. */
    static String version() {
        String version = LedgerConfiguration.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    @Bean
    WakeUpSignal dirtyAppeared() {
        return new WakeUpSignal();
    }

    @Bean
    JdbcLogApplier logApplier(WakeUpSignal dirtyAppeared) {
        return new JdbcLogApplier(database, dirtyAppeared);
    }

    @Bean
    LogFollower logFollower(JdbcLogApplier applier) {
        return new LogFollower(database, applier);
    }

    @Bean
    LogPartitions logPartitions() {
        return new LogPartitions(database);
    }

    @Bean
    OptionalWork logKeeper(Jobs jobs, LogFollower follower, LogPartitions partitions, WakeUpSignal dirtyAppeared) {
        return switch (kind) {
            case TABLES -> OptionalWork.NONE;
            case LOG -> new OptionalWork(LogKeeper.start(jobs, follower, partitions, dirtyAppeared));
        };
    }

    @Bean
    @Primary
    CatchUp catchUp(LogFollower follower) {
        return switch (kind) {
            case TABLES -> CatchUp.NOT_NEEDED;
            case LOG -> follower;
        };
    }

    @Bean
    OutageFiles outageFiles(Configuration configuration, DataDirectory directory) {
        return OutageFiles.open(configuration, directory);
    }

    @Bean
    GroupCommitLedger ledger(Jobs jobs, NodeMembership node, OutageFiles files, WakeUpSignal dirtyAppeared) {
        GroupCommitLedger ledger = files.files()
                .map(open -> journalled(jobs, node, open, dirtyAppeared))
                .orElseGet(() -> GroupCommitLedger.start(node.operationIds(), committers(this::tables), dirtyAppeared));
        node.follow(ledger);
        return ledger;
    }

    private GroupCommitLedger journalled(
            Jobs jobs, NodeMembership node, OutageFiles.Open files, WakeUpSignal dirtyAppeared) {
        try {
            return GroupCommitLedger.start(
                    jobs, node.operationIds(), committers(() -> recorded(files)), dirtyAppeared, files.journal());
        } catch (IOException e) {
            throw OutageFiles.unusable(files.journal(), e);
        }
    }

    /**
     * One for a log: with two, fewer entries share a commit, which is most of what an append costs (101 us of the
     * database for each of 16 clients' writes, 75 with one). Two for tables, so that one collects while the other waits
     * for the disk: 23,805 writes/s, against 13,297 with one.
     */
    private List<LedgerTables> committers(Supplier<LedgerTables> tables) {
        return switch (kind) {
            case TABLES -> List.of(tables.get(), tables.get());
            case LOG -> List.of(tables.get());
        };
    }

    private LedgerTables recorded(OutageFiles.Open files) {
        return new RecentWriteRecorder(tables(), files.recentWrites());
    }

    private LedgerTables tables() {
        return switch (kind) {
            case TABLES -> new JdbcLedgerTables(database);
            case LOG -> new JdbcLogTables(database);
        };
    }

    @Bean
    OptionalWork failoverWatch(Jobs jobs, NodeMembership node, OutageFiles files, WakeUpSignal dirtyAppeared) {
        return files.files()
                .map(open -> new OptionalWork(failoverWatch(jobs, node, open, dirtyAppeared)))
                .orElse(OptionalWork.NONE);
    }

    private FailoverWatch failoverWatch(
            Jobs jobs, NodeMembership node, OutageFiles.Open files, WakeUpSignal dirtyAppeared) {
        FailoverWatch.Sources sources = new FailoverWatch.Sources(
                new JdbcDatabaseHistory(database),
                files.recentWrites(),
                new JdbcLedgerTables(database),
                files.course());
        try {
            return FailoverWatch.start(jobs, sources, node::beginAnew, dirtyAppeared);
        } catch (IOException e) {
            throw OutageFiles.unusable(files.journal(), e);
        }
    }

    @Bean
    DirtyKeys dirtyKeys(CatchUp catchUp) {
        return new JdbcDirtyKeys(database, catchUp);
    }

    @Bean
    ObjectProbe objectProbe(BucketOwners owners, PlatformClient client, Clock clock) {
        ListedProbe probe = new ListedProbe(new PlatformProbe(owners, client, clock), owners, client);
        return new VersionsProbe(probe, owners, client);
    }

    @Bean
    Verifier verifier(Jobs jobs, DirtyKeys keys, ObjectProbe probe, WakeUpSignal dirtyAppeared) {
        Verifier verifier = Verifier.start(jobs, keys, probe);
        dirtyAppeared.answerBy(verifier::wake);
        return verifier;
    }

    @Bean
    MeterBinder ledgerMetrics(GroupCommitLedger ledger) {
        return registry -> Gauge.builder(
                        "ose.outage.journal", ledger, it -> it.statistics().journalBytes())
                .baseUnit("bytes")
                .register(registry);
    }
}
