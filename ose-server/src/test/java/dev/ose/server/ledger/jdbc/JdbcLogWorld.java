package dev.ose.server.ledger.jdbc;

import dev.ose.server.accounting.usage.Usage;
import dev.ose.server.bucket.BucketId;
import dev.ose.server.catalog.ObjectAddress;
import dev.ose.server.catalog.ObjectFacts;
import dev.ose.server.database.Database;
import dev.ose.server.ledger.Completion;
import dev.ose.server.ledger.Intent;
import dev.ose.server.ledger.commit.History;
import dev.ose.server.ledger.commit.LedgerHarness;
import dev.ose.server.ledger.commit.LedgerTables;
import dev.ose.server.ledger.commit.UncontendedBatch;
import dev.ose.server.ledger.log.LogEntry;
import dev.ose.server.ledger.node.NodeTable;
import dev.ose.server.ledger.verify.DirtyKeys;
import dev.ose.server.runtime.failure.Failure;
import dev.ose.server.runtime.failure.FailureException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The log of a real database under a history: it is applied now and then, by an applier that may be killed before it
 * commits; appends are given up and committed later, or not at all.
 */
final class JdbcLogWorld implements LedgerHarness, AutoCloseable {

    /** Until what was given up ends, nothing behind it can be applied. */
    private static final Duration TIMEOUT = Duration.ofMillis(20);

    private final Database database;
    private final BucketId bucket;
    private final Setting setting;
    private final long seed;
    private final Random random;
    private final int ticksBehind;
    private final JdbcLedgerHarness world;
    private final JdbcLogApplier applier;
    private final LogFollower follower;
    private final List<Connection> givenUp = new ArrayList<>();
    private final List<LedgerTables> opened = new ArrayList<>();
    private boolean isCalm;

    /** What happens besides lost answers and killed appliers. */
    enum Setting {
        /** Nodes die. */
        PLAIN,
        /** Objects are compacted. */
        FOLDING,
        /** Commits become visible long after they were given up; nodes lose their leases, but live on. */
        LATE
    }

    JdbcLogWorld(Database database, BucketId bucket, long seed, Setting setting) {
        this.database = database;
        this.bucket = bucket;
        this.seed = seed;
        this.setting = setting;
        this.random = new Random(~seed);
        this.ticksBehind = 1 + random.nextInt(60);
        this.world = new JdbcLedgerHarness(database, bucket, setting == Setting.FOLDING, LedgerKind.LOG);
        this.applier = new JdbcLogApplier(new Committer(database, this::openToBeKilled), () -> {});
        this.follower = new LogFollower(database, applier, TIMEOUT);
    }

    History history() {
        return new History(seed, this, bucket, History::renumbered, setting != Setting.LATE);
    }

    /** A connection that may break just before the commit. */
    private Connection openToBeKilled() throws SQLException {
        Connection connection = database.openCommitter();
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    boolean isCommit = method.getName().equals("prepareStatement")
                            && arguments[0].toString().endsWith("COMMIT");
                    if (isCommit && !isCalm && random.nextInt(3) == 0) {
                        connection.close();
                        throw new SQLException("killed", "08006");
                    }
                    try {
                        return method.invoke(connection, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Override
    public LedgerTables tables() {
        LedgerTables tables = new JdbcLogTables(database);
        opened.add(tables);
        return setting == Setting.LATE ? new LateTables(tables) : tables;
    }

    @Override
    public DirtyKeys dirtyKeys() {
        return new JdbcDirtyKeys(database, follower);
    }

    @Override
    public NodeTable nodes() {
        return new JdbcNodeTable(database, "test", LedgerKind.LOG.name());
    }

    @Override
    public void expire(int node) {
        world.expire(node);
    }

    @Override
    public void tick() {
        endSome();
        if (random.nextInt(ticksBehind) == 0) {
            try {
                applier.apply(LogCodec.laneOf(bucket), Long.MAX_VALUE);
            } catch (FailureException killed) {
                // The next one goes on from the position.
                killed.failure();
            }
        }
        world.tick();
    }

    /** Commits or rolls back what was given up. */
    private void endSome() {
        for (Connection each : List.copyOf(givenUp)) {
            if (isCalm || random.nextInt(12) == 0) {
                givenUp.remove(each);
                try (each) {
                    if (random.nextInt(3) == 0) {
                        each.rollback();
                    } else {
                        each.commit();
                    }
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    @Override
    public void outlastHolds() {
        isCalm = true;
        endSome();
        new LogFollower(database, applier).ofAll();
        world.outlastHolds();
    }

    @Override
    public boolean isSettled() {
        return world.isSettled();
    }

    @Override
    public Map<ObjectAddress, ObjectFacts> rows() {
        return world.rows();
    }

    @Override
    public Map<ObjectAddress, Map<String, Long>> older() {
        return world.older();
    }

    Usage recorded() {
        return world.recorded();
    }

    @Override
    public void close() {
        isCalm = true;
        endSome();
        opened.forEach(LedgerTables::close);
        applier.close();
        world.close();
    }

    /** Appends of a node, some of which are given up before they are committed. */
    private final class LateTables implements LedgerTables {
        private final LedgerTables tables;

        LateTables(LedgerTables tables) {
            this.tables = tables;
        }

        @Override
        public Set<Long> commit(List<Intent> begun, List<Completion> ended) {
            if (!isCalm && random.nextInt(8) == 0) {
                giveUp(begun, ended);
                throw new FailureException(new Failure.OutcomeUnknown("commit"));
            }
            return tables.commit(begun, ended);
        }

        private void giveUp(List<Intent> begun, List<Completion> ended) {
            List<LogEntry> entries = Stream.concat(
                            ended.stream().map(LogEntry::end), begun.stream().map(LogEntry::begin))
                    .toList();
            try {
                Connection connection = database.openCommitter();
                givenUp.add(connection);
                try (PreparedStatement append =
                        JdbcLogTables.append(connection, entries).prepare()) {
                    append.execute();
                }
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void transact(Consumer<Transaction> work) {
            tables.transact(work);
        }

        @Override
        public Set<Long> settle(UncontendedBatch change) {
            return tables.settle(change);
        }

        @Override
        public void close() {}
    }
}
