package dev.ose.benchmarks.metadata;

import dev.ose.server.database.Database;
import dev.ose.server.ledger.commit.GroupCommitLedger;
import dev.ose.server.ledger.jdbc.JdbcLogApplier;
import dev.ose.server.ledger.jdbc.JdbcLogTables;
import dev.ose.server.ledger.jdbc.JdbcNodeTable;
import dev.ose.server.ledger.jdbc.LogFollower;
import dev.ose.server.ledger.jdbc.LogKeeper;
import dev.ose.server.ledger.jdbc.LogPartitions;
import dev.ose.server.ledger.node.NodeMembership;
import dev.ose.server.runtime.jobs.Jobs;
import dev.ose.server.runtime.telemetry.Metrics;
import dev.ose.server.runtime.telemetry.OperatorLog;
import java.time.Clock;
import java.util.List;

/** The ledger of a node, which is a log, without the rest of the node. */
final class NodeLedger implements AutoCloseable {

    private final Jobs jobs = new Jobs(new Metrics(), new OperatorLog(), Clock.systemUTC());
    private final Database database;
    private final NodeMembership node;
    private final GroupCommitLedger ledger;
    private final JdbcLogApplier applier;
    private final LogFollower follower;

    NodeLedger(Database database) {
        this.database = database;
        this.node = NodeMembership.join(jobs, new JdbcNodeTable(database, "benchmark", "LOG"), "benchmark");
        this.ledger = GroupCommitLedger.start(node.operationIds(), List.of(new JdbcLogTables(database)), () -> {});
        this.applier = new JdbcLogApplier(database, () -> {});
        this.follower = new LogFollower(database, applier);
    }

    GroupCommitLedger ledger() {
        return ledger;
    }

    LogFollower follower() {
        return follower;
    }

    /** Starts to apply the log in the background, as nodes do. */
    LogKeeper keep() {
        return LogKeeper.start(jobs, follower, new LogPartitions(database), () -> {});
    }

    @Override
    public void close() {
        ledger.close();
        applier.close();
        node.close();
    }
}
